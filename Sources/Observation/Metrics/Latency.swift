/// How long uploads were under way, from their records' timestamps to their commit.
package struct Latency: Sendable, Equatable {
    /// Uploads whose time is known.
    package private(set) var uploads = 0
    /// Their mean, 0 where there are none.
    package var meanSeconds: Double { uploads == 0 ? 0 : sumSeconds / Double(uploads) }
    /// The longest of them.
    package private(set) var longestSeconds = 0.0
    private var sumSeconds = 0.0

    package init() {}

    /// Adds some that were committed together.
    ///
    /// - Parameters:
    ///   - uploads: How many they are.
    ///   - timestampSum: Of their records' timestamps, in milliseconds.
    ///   - oldest: The least of these.
    ///   - now: When they were committed, by the same clock.
    package mutating func add(uploads: Int, timestampSum: Double, oldest: Int64, committedAt now: Int64) {
        guard uploads > 0 else { return }
        self.uploads += uploads
        // A device's or a broker's clock may be ahead of this one: then the time under way is not known to be any.
        sumSeconds += max(0, Double(now) * Double(uploads) - timestampSum) / 1_000
        longestSeconds = max(longestSeconds, Double(now - oldest) / 1_000)
    }

    mutating func add(_ other: Latency) {
        uploads += other.uploads
        sumSeconds += other.sumSeconds
        longestSeconds = max(longestSeconds, other.longestSeconds)
    }
}

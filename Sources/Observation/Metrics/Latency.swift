/// How long uploads were under way: from the timestamps of their records to the commit.
package struct Latency: Sendable, Equatable {
    /// Upper bounds in seconds, from a commit's interval to a day: a phone's upload waits in no queue of Kafka, but what
    /// is read after an outage has waited for all of it.
    static let bounds: [Double] = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800, 10_800, 86_400]

    /// Those whose record's time is known.
    package private(set) var uploads = 0
    /// Their mean, 0 where there are none.
    package var meanSeconds: Double { uploads == 0 ? 0 : sumSeconds / Double(uploads) }
    /// The longest of them.
    package private(set) var longestSeconds = 0.0
    private(set) var sumSeconds = 0.0
    /// How many of them lie within each bound and beyond the one before; the last are longer than all.
    private(set) var counts: [Int] = []

    package init() {}

    /// Adds those whose records have these timestamps, in Unix milliseconds, and that were committed at this time.
    package mutating func add(_ timestamps: [Int64], committedAt now: Int64) {
        guard !timestamps.isEmpty else { return }
        if counts.isEmpty { counts = Array(repeating: 0, count: Self.bounds.count + 1) }
        uploads += timestamps.count
        for timestamp in timestamps {
            // A device's or a broker's clock may be ahead of this one: then the time under way is not known to be any.
            // As doubles: the timestamp is whatever a producer wrote, and the difference may be beyond 64 bits.
            let seconds = max(0, (Double(now) - Double(timestamp)) / 1_000)
            sumSeconds += seconds
            longestSeconds = max(longestSeconds, seconds)
            counts[Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count] += 1
        }
    }

    mutating func add(_ other: Latency) {
        uploads += other.uploads
        sumSeconds += other.sumSeconds
        longestSeconds = max(longestSeconds, other.longestSeconds)
        if counts.isEmpty {
            counts = other.counts
        } else {
            for (index, count) in other.counts.enumerated() { counts[index] += count }
        }
    }
}

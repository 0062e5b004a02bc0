/// Tracks how long the oldest upload of each partition has waited.
///
/// The timestamp of a record that was not read is unknown. While some uploads wait without interruption, the last known
/// time is kept as an upper bound for the age. If none was ever read, the time is when waiting uploads were first
/// noticed.
package struct OldestUploads: Sendable {
    private var known: [Int32: Int64] = [:]

    package init() {}

    /// Updates the time of a partition.
    ///
    /// - Parameters:
    ///   - partition: The partition number.
    ///   - waiting: The number of uncommitted uploads.
    ///   - inHand: The oldest timestamp of the uploads that were read, or nil if there is none.
    ///   - now: The wall clock time.
    /// - Returns: Since when the oldest upload waits, or nil if none waits.
    package mutating func look(_ partition: Int32, waiting: Int, inHand: Int64?, at now: Int64) -> Int64? {
        if waiting == 0 {
            known[partition] = nil
            return nil
        }
        let time = inHand ?? known[partition] ?? now
        known[partition] = time
        return time
    }

    /// Forgets all other partitions.
    package mutating func keep(_ partitions: [Int32]) {
        known = known.filter { partitions.contains($0.key) }
    }
}

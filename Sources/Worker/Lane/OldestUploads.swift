/// Since when the oldest upload of each partition waits.
///
/// A record that was not read yet has a time that nobody knows here. As long as something waits without a gap, the oldest is
/// no younger than it was known to be; where nothing of it was ever read, it waits at least since it was first seen.
package struct OldestUploads: Sendable {
    private var known: [Int32: Int64] = [:]

    package init() {}

    /// Takes a look at a partition.
    ///
    /// - Parameters:
    ///   - partition: Its number.
    ///   - waiting: How many uploads are not committed yet.
    ///   - inHand: The least timestamp of those that were read; nil where there is none.
    ///   - now: The time of day.
    /// - Returns: Since when the oldest of them waits; nil where none does.
    package mutating func look(_ partition: Int32, waiting: Int, inHand: Int64?, at now: Int64) -> Int64? {
        if waiting == 0 {
            known[partition] = nil
            return nil
        }
        let time = inHand ?? known[partition] ?? now
        known[partition] = time
        return time
    }

    /// Forgets partitions but for these.
    package mutating func keep(_ partitions: [Int32]) {
        known = known.filter { partitions.contains($0.key) }
    }
}

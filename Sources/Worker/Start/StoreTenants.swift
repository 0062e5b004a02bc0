/// Tracks which partitions the lanes own, and since when the other partitions have had no owner in this process.
///
/// The state of a partition that moved away is deleted after a while, so that no directory keeps data of a connection
/// that is erased elsewhere.
package struct StoreTenants: Sendable {
    /// How long a partition must be gone before its state is deleted.
    ///
    /// This is less than ten minutes, after which no erased data may remain. It is longer than a restarted worker needs
    /// to get its partitions back.
    package static let patienceMilliseconds: Int64 = 300_000

    private var lanes: [Int32: Int] = [:]
    private var left: [Int32: Int64] = [:]
    private let began: Int64

    /// Creates the value without any owned partition.
    package init(at now: Int64) { began = now }

    /// Notes that a lane owns partitions.
    package mutating func claim(_ partitions: some Sequence<Int32>, lane: Int) {
        for partition in partitions {
            lanes[partition] = lane
            left[partition] = nil
        }
    }

    /// Notes that a lane no longer owns partitions.
    ///
    /// Another lane of the process may already own them.
    package mutating func release(_ partitions: some Sequence<Int32>, lane: Int, at now: Int64) {
        for partition in partitions where lanes[partition] == lane {
            lanes[partition] = nil
            left[partition] = now
        }
    }

    /// Notes that a lane has ended and owns nothing.
    package mutating func release(lane: Int, at now: Int64) {
        release(lanes.filter { $0.value == lane }.map(\.key), lane: lane, at: now)
    }

    /// Whether no lane owns a partition.
    package func isVacant(_ partition: Int32) -> Bool { lanes[partition] == nil }

    /// Returns the partitions that have had no owner for long enough.
    package func departed(_ held: [Int32], at now: Int64) -> [Int32] {
        held.filter { isVacant($0) && now - (left[$0] ?? began) >= Self.patienceMilliseconds }
    }
}

/// Tracks which partitions the lanes own, and since when each other partition has had no owner in this process.
///
/// The state of a partition without an owner is deleted after some minutes. Otherwise it would keep data of connections
/// that are erased on another worker.
package struct StoreTenants: Sendable {
    /// The time without an owner after which the state of a partition is deleted.
    ///
    /// The time is longer than a restarted worker needs to get its partitions back. It is shorter than the ten minutes
    /// after which no erased data may remain.
    package static let patienceMilliseconds: Int64 = 300_000

    private var lanes: [Int32: Int] = [:]
    private var left: [Int32: Int64] = [:]
    private let began: Int64

    package init(at now: Int64) { began = now }

    /// Makes a lane the owner of partitions.
    package mutating func claim(_ partitions: some Sequence<Int32>, lane: Int) {
        for partition in partitions {
            lanes[partition] = lane
            left[partition] = nil
        }
    }

    /// Releases partitions of a lane, except those that another lane already owns.
    package mutating func release(_ partitions: some Sequence<Int32>, lane: Int, at now: Int64) {
        for partition in partitions where lanes[partition] == lane {
            lanes[partition] = nil
            left[partition] = now
        }
    }

    /// Releases all partitions of a lane.
    package mutating func release(lane: Int, at now: Int64) {
        release(lanes.filter { $0.value == lane }.map(\.key), lane: lane, at: now)
    }

    /// Whether no lane owns a partition.
    package func isVacant(_ partition: Int32) -> Bool { lanes[partition] == nil }

    /// Returns the partitions that have had no owner for `patienceMilliseconds`.
    package func departed(_ held: [Int32], at now: Int64) -> [Int32] {
        held.filter { isVacant($0) && now - (left[$0] ?? began) >= Self.patienceMilliseconds }
    }
}

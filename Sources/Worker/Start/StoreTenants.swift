/// Which partitions lanes of the process have, and since when the others are nobody's: what the store has of one that has
/// moved away is deleted after a while, so that who is forgotten elsewhere stays in no directory.
package struct StoreTenants: Sendable {
    /// How long a partition may be elsewhere before its rows are deleted: less than the ten minutes after which nothing of
    /// it may be there any more, and longer than it takes until a worker that was started again has it back.
    package static let patienceMilliseconds: Int64 = 300_000

    private var lanes: [Int32: Int] = [:]
    private var left: [Int32: Int64] = [:]
    private let began: Int64

    /// Nobody has anything yet.
    package init(at now: Int64) { began = now }

    /// A lane has partitions from now on.
    package mutating func claim(_ partitions: some Sequence<Int32>, lane: Int) {
        for partition in partitions {
            lanes[partition] = lane
            left[partition] = nil
        }
    }

    /// Partitions are no longer a lane's; another one of the process may have them already.
    package mutating func release(_ partitions: some Sequence<Int32>, lane: Int, at now: Int64) {
        for partition in partitions where lanes[partition] == lane {
            lanes[partition] = nil
            left[partition] = now
        }
    }

    /// A lane has ended, and with it what it had.
    package mutating func release(lane: Int, at now: Int64) {
        release(lanes.filter { $0.value == lane }.map(\.key), lane: lane, at: now)
    }

    /// Whether no lane has a partition.
    package func isVacant(_ partition: Int32) -> Bool { lanes[partition] == nil }

    /// Those of these partitions that nobody has had for so long that their rows go.
    package func departed(_ held: [Int32], at now: Int64) -> [Int32] {
        held.filter { isVacant($0) && now - (left[$0] ?? began) >= Self.patienceMilliseconds }
    }
}

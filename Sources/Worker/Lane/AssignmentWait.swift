/// Whether a lane has been in the group for a while without a partition: that is said once, and again when it had some.
///
/// A member with an instance id that is gone for good, as after a change of the state directory, keeps its partitions until
/// its session ends, and the group tells nobody.
package struct AssignmentWait: Sendable {
    /// Joining takes less, but for a group that is just busy with somebody else.
    private static let patienceMilliseconds: Int64 = 5_000

    private var since: Int64?
    private var isSaid = false

    /// A lane that has not joined yet.
    package init() {}

    /// Takes note of whether a lane that has joined owns something; true when it is time to say that it waits.
    package mutating func look(hasPartitions: Bool, at now: Int64) -> Bool {
        guard !hasPartitions else {
            self = AssignmentWait()
            return false
        }
        let began = since ?? now
        since = began
        guard !isSaid, now - began >= Self.patienceMilliseconds else { return false }
        isSaid = true
        return true
    }
}

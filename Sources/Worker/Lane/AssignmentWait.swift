/// Detects a lane that has been in the group for a while without a partition, so that this is logged once.
///
/// The log line is repeated if the lane had partitions in between. A common cause is a static member that never
/// returns, for example after a change of the state directory. The group keeps the partitions of such a member until
/// its session times out, and reports this to no other member.
package struct AssignmentWait: Sendable {
    /// Longer than a normal join, so that the line is logged only if another member keeps the partitions.
    private static let patienceMilliseconds: Int64 = 5_000

    private var since: Int64?
    private var isSaid = false

    /// Creates the value for a lane that has not joined yet.
    package init() {}

    /// Notes whether a joined lane has partitions.
    ///
    /// Returns whether the lack of partitions must be logged now.
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

/// Decides when to log that a lane has joined the group but has no partitions.
///
/// A common cause is a static member that never returns, for example after a change of the state directory. The group
/// keeps the partitions of such a member until its session times out, and does not tell the other members.
package struct AssignmentWait: Sendable {
    /// Longer than a normal join, so that the line is logged only if another member keeps the partitions.
    private static let patienceMilliseconds: Int64 = 5_000

    private var since: Int64?
    private var isSaid = false

    package init() {}

    /// Returns whether a lack of partitions must be logged now, once until the lane has partitions again.
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

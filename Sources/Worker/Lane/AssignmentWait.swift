/// Detects that a lane has been in the group for a while without a partition, so that this is logged once.
///
/// It is logged again if the lane had partitions in between. A static member that never returns, for example after a
/// change of the state directory, keeps its partitions until its session times out, and the group reports this to
/// nobody.
package struct AssignmentWait: Sendable {
    /// Longer than a normal join, so that only a group that is busy with another member is reported.
    private static let patienceMilliseconds: Int64 = 5_000

    private var since: Int64?
    private var isSaid = false

    /// Creates the value for a lane that has not joined yet.
    package init() {}

    /// Notes whether a joined lane has partitions.
    ///
    /// Returns true when the lack of partitions must be logged.
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

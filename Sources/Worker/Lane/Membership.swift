/// The membership of a lane in the group.
struct Membership {
    private(set) var hasJoined = false
    /// Whether the lane must subscribe again, because no broker answered.
    var needsSubscription = false
    /// The partitions that were last logged as assigned to this lane.
    private(set) var owned: [Int32] = []
    /// Whether the lane has restored its first assignment.
    var isReady = false
    var positions = PositionWatch()
    var offsets = GroupOffsets()
    private var wait = AssignmentWait()

    /// Adds assigned partitions; an assignment proves that the lane has joined.
    mutating func assigned(_ partitions: [Int32]) {
        hasJoined = true
        owned += partitions
    }

    /// Removes revoked partitions, and returns the partitions that the lane still owned.
    mutating func revoked(_ partitions: [Int32]) -> [Int32] {
        defer { owned.removeAll { partitions.contains($0) } }
        return owned.filter { partitions.contains($0) }
    }

    /// Whether the lane must log now that it has had no partitions for a while.
    mutating func mustSayWait(at now: Int64) -> Bool { wait.look(hasPartitions: !owned.isEmpty, at: now) }
}

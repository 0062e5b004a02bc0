/// The condition of a lane and its partitions, for the probes.
package struct LaneStanding: Sendable, Equatable {
    /// Whether the lane has joined the group.
    package var hasJoined: Bool
    /// The partitions whose state is being restored.
    package var restoring: [Int32]
    /// The partitions that were left alone and have not resumed for long enough.
    package var failing: [Int32]

    /// Creates the standing of a lane that has just begun, unless more is given.
    package init(hasJoined: Bool = false, restoring: [Int32] = [], failing: [Int32] = []) {
        self.hasJoined = hasJoined
        self.restoring = restoring
        self.failing = failing
    }
}

/// What a lane says of itself and its partitions, for whoever asks whether the worker is ready.
package struct LaneStanding: Sendable, Equatable {
    /// Whether the group has let it in.
    package var hasJoined: Bool
    /// The partitions whose state is being read back.
    package var restoring: [Int32]
    /// The partitions that were left alone and have not been sound for a while since.
    package var failing: [Int32]

    /// A lane that has only begun, unless more is known of it.
    package init(hasJoined: Bool = false, restoring: [Int32] = [], failing: [Int32] = []) {
        self.hasJoined = hasJoined
        self.restoring = restoring
        self.failing = failing
    }
}

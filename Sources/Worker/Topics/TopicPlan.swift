/// What the start has learnt about the topics.
package struct TopicPlan: Sendable {
    /// How many partitions the uploads have, and with them the settings and the state.
    let partitions: Int32
    /// What state must say of itself to be this worker's.
    let expectedState: ExpectedState
    let limits: TopicLimits
    /// How long the changelog keeps tombstones: a store that is behind for longer may have missed some.
    let tombstoneMilliseconds: Int64
}

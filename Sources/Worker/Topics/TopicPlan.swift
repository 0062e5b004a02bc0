/// The results of the topic check at the start.
package struct TopicPlan: Sendable {
    /// The number of partitions of the uploads, the settings and the state.
    let partitions: Int32
    /// The identity that a state must have to belong to this worker.
    let expectedState: ExpectedState
    let limits: TopicLimits
    /// The tombstone retention of the changelog, after which a store may have missed tombstones.
    let tombstoneMilliseconds: Int64
}

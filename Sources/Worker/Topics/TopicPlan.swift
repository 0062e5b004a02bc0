/// The results of the topic check at the start.
package struct TopicPlan: Sendable {
    /// The number of partitions of the uploads, the settings and the state.
    let partitions: Int32
    let expectedState: ExpectedState
    let limits: TopicLimits
    /// The tombstone retention of the changelog.
    let tombstoneMilliseconds: Int64
}

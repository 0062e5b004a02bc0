/// Partitions come or go.
///
/// Told during `poll` and `close`, on the owner's thread; the group waits for the answer.
///
/// `assigned` is answered by `Consumer.assign`, with the starts that the owner wants; left unanswered, the partitions
/// start at the committed offsets. `revoked` is the last moment in which a transaction that has read the partitions may
/// be committed: the broker does not check owners, so a later commit would overwrite the next owner's offset. When
/// they are lost, somebody else may own them already: abort.
package enum Rebalance: Hashable, Sendable {
    /// With the eager protocol, all partitions of this member from now on; with a cooperative one, those that come on top.
    case assigned([TopicPartition])
    /// With the eager protocol, all partitions that the member had; with a cooperative one, those that go.
    case revoked([TopicPartition], isLost: Bool)
}

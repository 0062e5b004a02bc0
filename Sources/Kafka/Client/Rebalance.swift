/// A change of the partitions that a consumer owns.
///
/// It is delivered during `poll` and `close`, on the owner's thread, and the group waits for the answer.
///
/// The answer to `assigned` is `Consumer.assign` with the start positions that the owner wants. Without an answer, the
/// partitions start at the committed offsets. `revoked` is the last moment at which a transaction that has read the
/// partitions may be committed: the broker does not check owners, so a later commit would overwrite the next owner's
/// offset. If the partitions are lost, another member may own them already, so the transaction must be aborted.
package enum Rebalance: Hashable, Sendable {
    /// All partitions of this member (eager protocol), or the added partitions (cooperative protocol).
    case assigned([TopicPartition])
    /// All partitions that the member had (eager protocol), or the removed partitions (cooperative protocol).
    case revoked([TopicPartition], isLost: Bool)
}

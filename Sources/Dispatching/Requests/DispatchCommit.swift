package import Vocabulary

/// The contents of one transaction.
package struct DispatchCommit: Sendable {
    /// The offset and the changes of one partition.
    package struct OfPartition: Sendable {
        package let partition: Int32
        /// The offset to commit for the group; every earlier record is finished or stored.
        package let nextOffset: Int64
        /// The changes of `fork.webhook-state`, in the partition with the same number.
        package let changes: [StateChange]
        /// The erased connections, whose rows must also be removed from the files of the store.
        package let forgotten: [ConnectionID]
    }

    /// The partitions in which something has changed, ascending.
    package let partitions: [OfPartition]
    /// The records for `fork.webhook-dead-letter`.
    package let deadLetters: [OutputRecord]
    /// The counts to add to the metrics when the transaction has committed.
    package let counts: DispatchCounts
}

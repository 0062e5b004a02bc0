package import Observation
package import Store
import Vocabulary

/// The identity that a state must have to belong to this worker: its cluster, topic prefix and partition count.
package struct ExpectedState: Hashable, Sendable {
    /// The id of the worker's Kafka cluster.
    package let clusterID: String
    package let topicPrefix: String
    /// The number of partitions of the uploads.
    package let partitions: Int32
    /// The consumer group, for error messages.
    package let groupID: String
    /// Whether an operator has allowed to use state that does not match (`--adopt-state`).
    package let isAdopting: Bool
    /// The kind of program that the state belongs to.
    package let owner: StateOwner

    package init(
        clusterID: String,
        topicPrefix: String,
        partitions: Int32,
        groupID: String,
        isAdopting: Bool,
        owner: StateOwner = .worker
    ) {
        self.clusterID = clusterID
        self.topicPrefix = topicPrefix
        self.partitions = partitions
        self.groupID = groupID
        self.isAdopting = isAdopting
        self.owner = owner
    }

    /// A copy without `--adopt-state`.
    var withoutAdoption: ExpectedState {
        ExpectedState(
            clusterID: clusterID,
            topicPrefix: topicPrefix,
            partitions: partitions,
            groupID: groupID,
            isAdopting: false,
            owner: owner
        )
    }

    /// The advice at the end of most refusals.
    static let advice = "if it was moved or restored here on purpose, start once with --adopt-state"

    /// Creates a state identity for a partition that has none.
    func made(_ id: UUID128, of partition: Int32, changelogBegin: Int64) -> StateIdentity {
        StateIdentity(
            id: id,
            clusterID: clusterID,
            topicPrefix: topicPrefix,
            partition: partition,
            partitions: partitions,
            changelogBegin: changelogBegin
        )
    }

    /// Returns why an identity does not match, as the rest of a sentence; nil if it matches.
    package func mismatch(_ identity: StateIdentity, at partition: Int32) -> Reason? {
        if identity.clusterID != clusterID {
            return Reason(
                .stateOfOtherCluster,
                """
                belongs to the Kafka cluster \(identity.clusterID), and the brokers here are those of \(clusterID): \
                give each cluster its own state directory; \(Self.advice)
                """
            )
        }
        if identity.topicPrefix != topicPrefix {
            return Reason(
                .stateOfOtherPrefix,
                """
                belongs to topics that begin with '\(identity.topicPrefix)', and this worker has '\(topicPrefix)': \
                give each --topic-prefix its own --state-directory; \(Self.advice)
                """
            )
        }
        if identity.partitions != partitions {
            let input = TopicNames(prefix: topicPrefix, forms: []).input(of: owner)
            return Reason(
                .partitionCountChanged,
                """
                was made with \(identity.partitions) partition(s) of \(input), \
                which has \(partitions) now: with another number, connections move to partitions that lack their \
                \(owner.contents). \(owner.advice(partitions: identity.partitions))
                """
            )
        }
        if identity.partition != partition {
            return Reason(
                .stateOfOtherPartition,
                """
                is that of partition \(identity.partition), and lies in partition \(partition): was the topic copied \
                without keeping partition numbers? Copy it again, partition by partition
                """
            )
        }
        return nil
    }
}

extension UUID128 {
    /// Returns a random UUID of version 4.
    static func random() -> UUID128 {
        let high: UInt64 = .random(in: .min ... .max)
        let low: UInt64 = .random(in: .min ... .max)
        let version: UInt64 = 0x4000
        let variant: UInt64 = 0x8000_0000_0000_0000
        return UUID128(hi: (high & 0xFFFF_FFFF_FFFF_0FFF) | version, lo: (low & 0x3FFF_FFFF_FFFF_FFFF) | variant)
    }
}

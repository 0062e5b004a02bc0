import Health
package import Store

/// What state must say of itself to be a worker's own: where the worker is, and how its topics are cut.
package struct ExpectedState: Hashable, Sendable {
    /// The id of the Kafka cluster that answers.
    package let clusterID: String
    /// What the names of the worker's topics begin with.
    package let topicPrefix: String
    /// How many partitions the uploads have.
    package let partitions: Int32
    /// The consumer group, for sentences.
    package let groupID: String
    /// Whatever was moved or restored is taken, as an operator has said.
    package let isAdopting: Bool

    /// Expectations from their parts.
    package init(clusterID: String, topicPrefix: String, partitions: Int32, groupID: String, isAdopting: Bool) {
        self.clusterID = clusterID
        self.topicPrefix = topicPrefix
        self.partitions = partitions
        self.groupID = groupID
        self.isAdopting = isAdopting
    }

    /// Expectations that nobody has said anything against.
    var withoutAdoption: ExpectedState {
        ExpectedState(
            clusterID: clusterID,
            topicPrefix: topicPrefix,
            partitions: partitions,
            groupID: groupID,
            isAdopting: false
        )
    }

    /// What the end of most refusals says.
    static let advice = "if it was moved or restored here on purpose, start once with --adopt-state"

    /// An identity as this worker writes it, of a partition that has not got one.
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

    /// What is wrong with state of this identity, as the rest of a sentence about it; nil when it is this worker's.
    package func mismatch(_ identity: StateIdentity, at partition: Int32) -> String? {
        if identity.clusterID != clusterID {
            return """
                belongs to the Kafka cluster \(identity.clusterID), and the brokers here are those of \(clusterID): \
                give each cluster its own state directory; \(Self.advice)
                """
        }
        if identity.topicPrefix != topicPrefix {
            return """
                belongs to topics that begin with '\(identity.topicPrefix)', and this worker has '\(topicPrefix)': \
                give each --topic-prefix its own --state-directory; \(Self.advice)
                """
        }
        if identity.partitions != partitions {
            return """
                was made with \(identity.partitions) partition(s) of \(topicPrefix)uploads, which has \(partitions) now: \
                with another number, connections move to partitions that lack their earlier samples. Go on with topics of \
                \(identity.partitions) partition(s), or make new topics under another --topic-prefix and upload or replay \
                everything into them
                """
        }
        if identity.partition != partition {
            return """
                is that of partition \(identity.partition), and lies in partition \(partition): was the topic copied \
                without keeping partition numbers? Copy it again, partition by partition
                """
        }
        return nil
    }
}

extension UUID128 {
    /// A random one, of version 4.
    static func random() -> UUID128 {
        let high: UInt64 = .random(in: .min ... .max)
        let low: UInt64 = .random(in: .min ... .max)
        let version: UInt64 = 0x4000
        let variant: UInt64 = 0x8000_0000_0000_0000
        return UUID128(hi: (high & 0xFFFF_FFFF_FFFF_0FFF) | version, lo: (low & 0x3FFF_FFFF_FFFF_FFFF) | variant)
    }
}

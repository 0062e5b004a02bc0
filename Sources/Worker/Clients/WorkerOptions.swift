package import Health
package import Kafka

/// Everything that a worker is told: where its brokers are, who it is, and what shapes its records.
package struct WorkerOptions: Sendable {
    /// Brokers, as librdkafka's `bootstrap.servers` takes them.
    package var bootstrapServers: String
    package var groupID: String
    /// This worker's name in the group, the same after a restart.
    package var instanceID: String
    /// How many threads, each with a consumer and a producer.
    package var lanes = 1
    /// The worker joins its group without an instance id: for pods that come and go.
    package var isDynamic = false
    /// State, topics and offsets that belong to something else are taken for this worker's own.
    package var adoptsState = false
    /// How the group shares the partitions.
    package var assignor = Assignor.range
    /// What shapes topics and documents.
    package var rules: Rules
    package var limits = Cycle.Limits()
    /// Names and values for librdkafka, which win over the worker's own.
    package var properties: [(name: String, value: String)] = []
    /// Who gets the tokens that clients log in with; nil: they don't log in by tokens.
    package var tokens: TokenKeeper?
    /// Replicas of the topics that are made; −1 is the broker's default.
    package var replicationFactor: Int32 = -1
    /// How many partitions the topics get that are missing at the start; nil: they are not made.
    package var createdPartitions: Int32?
    /// The folder of the store; nil: a temporary one, which goes with the worker.
    package var storePath: String?
    /// How much memory the store, the queues and the batches may take together, in bytes.
    package var memoryBytes = 512 << 20
    /// It replays what others have read; nil: it reads whatever comes.
    package var replay: ReplayWork?
    /// Makes a topic in the embedded cluster, which answers no administrator; nil: the brokers are real ones.
    package var makeEmbeddedTopic: (@Sendable (_ name: String, _ partitions: Int32) throws(KafkaError) -> Void)?

    /// What has no default comes in; the rest is set afterwards.
    package init(bootstrapServers: String, groupID: String, instanceID: String, rules: Rules) {
        self.bootstrapServers = bootstrapServers
        self.groupID = groupID
        self.instanceID = instanceID
        self.rules = rules
    }

    /// Whether the brokers are the embedded cluster, which knows no static members and answers no administrator.
    package var isEmbedded: Bool { makeEmbeddedTopic != nil }

    /// The names of the topics that must be there.
    package var topics: TopicNames { TopicNames(rules) }
}

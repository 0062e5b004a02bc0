package import Kafka
package import Vocabulary

/// The options of a worker: its brokers, its identity, and the rules that shape its records.
package struct WorkerOptions: Sendable {
    /// The broker addresses, in the format of librdkafka's `bootstrap.servers`.
    package var bootstrapServers: String
    package var groupID: String
    /// The worker's name in the group, which is the same after a restart.
    package var instanceID: String
    /// The number of lanes: threads with a consumer and a producer each.
    package var lanes = 1
    /// Whether the worker joins its group without an instance id.
    package var isDynamic = false
    /// Whether the worker accepts state, topics and offsets that do not belong together (`--adopt-state`).
    package var adoptsState = false
    /// The partition assignor of the group.
    package var assignor = Assignor.range
    /// The rules that shape topics and documents.
    package var rules: Rules
    package var limits = Cycle.Limits()
    /// The librdkafka properties that override the worker's defaults.
    package var properties: [(name: String, value: String)] = []
    /// Provides the tokens with which clients log in; nil to log in without tokens.
    package var tokens: TokenKeeper?
    /// The replication factor of created topics; −1 for the broker's default.
    package var replicationFactor: Int32 = -1
    /// The number of partitions of topics created at the start, or nil to create none.
    package var createdPartitions: Int32?
    /// The folder of the store, or nil for a temporary folder.
    package var storePath: String?
    /// The memory limit for the store, the queues and the batches together, in bytes.
    package var memoryBytes = 512 << 20
    /// The options of a replay, or nil for a normal worker.
    package var replay: ReplayWork?
    /// Creates a topic in the embedded cluster, which has no admin API; nil for real brokers.
    package var makeEmbeddedTopic: (@Sendable (_ name: String, _ partitions: Int32) throws(KafkaError) -> Void)?

    /// Creates options from the values that have no default.
    package init(bootstrapServers: String, groupID: String, instanceID: String, rules: Rules) {
        self.bootstrapServers = bootstrapServers
        self.groupID = groupID
        self.instanceID = instanceID
        self.rules = rules
    }

    /// Whether the brokers are the embedded cluster, which has no static members and no admin API.
    package var isEmbedded: Bool { makeEmbeddedTopic != nil }

    /// The names of the topics that must exist.
    package var topics: TopicNames { TopicNames(rules) }
}

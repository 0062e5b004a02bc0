/// The description of a topic to create.
package struct NewTopic: Hashable, Sendable {
    package var name: String
    /// The number of partitions; −1 is the broker's default.
    package var partitions: Int32
    /// The number of replicas; −1 is the broker's default.
    package var replicationFactor: Int32
    /// The topic's configuration by Kafka's names, such as `cleanup.policy`.
    package var settings: [String: String]

    package init(
        _ name: String,
        partitions: Int32,
        replicationFactor: Int32 = -1,
        settings: [String: String] = [:]
    ) {
        self.name = name
        self.partitions = partitions
        self.replicationFactor = replicationFactor
        self.settings = settings
    }
}

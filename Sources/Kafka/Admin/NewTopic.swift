/// A topic to be made.
package struct NewTopic: Hashable, Sendable {
    package var name: String
    /// How many partitions; −1 is the broker's default.
    package var partitions: Int32
    /// How many copies; −1 is the broker's default.
    package var replicationFactor: Int32
    /// Settings of the topic by Kafka's names, such as `cleanup.policy`.
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

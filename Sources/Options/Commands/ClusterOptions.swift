/// The options for brokers, with the same meaning for all commands.
package struct ClusterOptions: Sendable {
    /// The addresses for librdkafka's `bootstrap.servers`; empty if the command needs none.
    package var bootstrapServers = ""
    package var groupID = "fork-worker"
    /// The librdkafka properties, each name once; some values are secret.
    package var kafka: [KafkaProperty] = []
    /// The program that prints login tokens, and its arguments; nil if there is none.
    package var tokenCommand: [String]?
    /// The file with login tokens; nil if there is none.
    package var tokenFile: String?

    /// The properties by name, for clients; some values are secret.
    package var properties: [(name: String, value: String)] { kafka.map { (name: $0.name, value: $0.value) } }
}

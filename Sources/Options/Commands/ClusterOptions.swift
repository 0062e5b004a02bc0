/// The options for brokers and topics, with the same meaning as for `run`.
package struct ClusterOptions: Sendable {
    /// The addresses for librdkafka's `bootstrap.servers`.
    package let bootstrapServers: String
    package let groupID: String
    /// The prefix of all topic names, such as `fork.`; may be empty.
    package let topicPrefix: String
    /// The prefix of the upload and connection topics, if it differs from `topicPrefix`.
    package let inputPrefix: String?
    package let outputTopics: OutputTopics
    /// The librdkafka properties, each name once; some values are secret.
    package let kafka: [KafkaProperty]
    /// The source of login tokens; nil if clients do not log in with tokens.
    package let tokenSource: TokenSource?

    init(
        _ values: Values,
        bootstrapServers: Option<String> = Options.bootstrapServers
    ) throws(Fault) {
        self.bootstrapServers = try values.required(bootstrapServers)
        groupID = try values.required(Options.groupID)
        topicPrefix = try values.required(Options.topicPrefix)
        inputPrefix = try values.optional(Options.inputPrefix)
        outputTopics = try values.required(Options.outputTopics)
        kafka = try values.kafkaProperties()
        tokenSource = try values.tokenSource()
    }
}

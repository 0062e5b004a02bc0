/// Where a command finds its brokers and topics: the same as `run`.
package struct ClusterOptions: Sendable {
    /// Brokers, as librdkafka's `bootstrap.servers` takes them.
    package let bootstrapServers: String
    package let groupID: String
    /// What every topic's name begins with, such as `fork.`; may be empty.
    package let topicPrefix: String
    /// The same of uploads and settings, where that is something else.
    package let inputPrefix: String?
    package let outputTopics: OutputTopics
    /// Properties for librdkafka, each name once; some are secret.
    package let kafka: [KafkaProperty]
    /// Where tokens come from to log in with; nil: nowhere.
    package let tokenSource: TokenSource?

    init(_ values: Values) throws(Fault) {
        bootstrapServers = try values.required(Options.bootstrapServers)
        groupID = try values.required(Options.groupID)
        topicPrefix = try values.required(Options.topicPrefix)
        inputPrefix = try values.optional(Options.inputPrefix)
        outputTopics = try values.required(Options.outputTopics)
        kafka = try values.kafkaProperties()
        tokenSource = try values.tokenSource()
    }
}

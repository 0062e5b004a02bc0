package struct SandboxOptions: Sendable {
    /// The folder of the Apache Kafka to start; nil for the embedded broker.
    package let kafkaHome: String?
    /// Whether to deliver webhook jobs to a receiver of the sandbox.
    package let deliversWebhooks: Bool
    package let groupID: String
    /// The librdkafka properties, each name once; some values are secret.
    package let kafka: [KafkaProperty]
    package let documents: DocumentOptions
    /// The lowest level to log; nil for warnings, because other log lines would clutter a test's output.
    package let logLevel: LogLevel?
    /// The log format; nil for text on a terminal and JSON elsewhere.
    package let logFormat: LogFormat?

    init(_ values: Values) throws(Fault) {
        kafkaHome = try values.optional(Options.kafkaHome)
        deliversWebhooks = try values.required(Options.sandboxWebhooks)
        groupID = try values.required(Options.groupID)
        kafka = try values.kafkaProperties()
        documents = try DocumentOptions(values)
        logLevel = try values.optional(Options.logLevel)
        logFormat = try values.optional(Options.logFormat)
    }
}

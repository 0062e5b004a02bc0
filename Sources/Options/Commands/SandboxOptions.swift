/// Everything that `sandbox` is told.
package struct SandboxOptions: Sendable {
    /// The Apache Kafka that is started; nil: the embedded broker.
    package let kafkaHome: String?
    package let groupID: String
    /// Properties for librdkafka, each name once; some are secret.
    package let kafka: [KafkaProperty]
    /// What shapes topics and documents.
    package let documents: DocumentOptions
    /// Least level of what is logged; nil: warnings, since the log would stand between the lines of a test.
    package let logLevel: LogLevel?
    /// Nil: text on a terminal, else JSON.
    package let logFormat: LogFormat?

    init(_ values: Values) throws(Fault) {
        kafkaHome = try values.optional(Options.kafkaHome)
        groupID = try values.required(Options.groupID)
        kafka = try values.kafkaProperties()
        documents = try DocumentOptions(values)
        logLevel = try values.optional(Options.logLevel)
        logFormat = try values.optional(Options.logFormat)
    }
}

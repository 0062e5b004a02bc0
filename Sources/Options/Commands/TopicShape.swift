/// Where topics are, and what shapes those that are made.
package struct TopicShape: Sendable {
    /// Where the brokers and topics are.
    package let cluster: ClusterOptions
    /// Partitions of the topics that are made, dead letters apart.
    package let partitions: Int
    /// Replicas of the topics that are made; nil: the broker's default.
    package let replicationFactor: Int?
    /// How long documents and uploads may be.
    package let documentMaxBytes: Int
    package let uploadMaxBytes: Int

    init(_ values: Values) throws(Fault) {
        cluster = try ClusterOptions(values)
        partitions = try values.required(Options.partitions)
        replicationFactor = try values.optional(Options.replicationFactor)
        documentMaxBytes = try values.required(Options.documentMaxBytes)
        uploadMaxBytes = try values.required(Options.uploadMaxBytes)
    }
}

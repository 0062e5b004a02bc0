/// The options for existing and new topics.
package struct TopicShape: Sendable {
    package let cluster: ClusterOptions
    /// The partition count of created topics; the dead-letter topic has one partition.
    package let partitions: Int
    /// The replication factor of created topics; nil for the broker's default.
    package let replicationFactor: Int?
    /// The longest document and the longest upload.
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

/// The options that affect topics and documents, shared by `run` and `transform`.
package struct DocumentOptions: Sendable {
    /// The prefix of all topic names, such as `fork.`; may be empty.
    package let topicPrefix: String
    /// The prefix of the upload and connection topics, if it differs from `topicPrefix`.
    package let inputPrefix: String?
    package let outputTopics: OutputTopics
    /// The shortest gap between sleep samples that separates two sleep sessions.
    package let sleepThresholdMilliseconds: Int
    /// The time between the horizon and a connection's newest `collected_at`.
    package let stateRetentionMilliseconds: Int
    /// The longest document, not counting `collected_at`, `user_id` and `parts`.
    package let documentMaxBytes: Int
    /// The longest upload that is read.
    package let uploadMaxBytes: Int
    /// Prefixes of product types, the preferred one first.
    package let sourcePriority: [String]
    /// Whether callback URLs may use http to loopback addresses.
    package let allowLoopbackCallbacks: Bool
    /// Whether uploads of connections without settings are refused.
    package let knownConnectionsOnly: Bool

    init(_ values: Values) throws(Fault) {
        topicPrefix = try values.required(Options.topicPrefix)
        inputPrefix = try values.optional(Options.inputPrefix)
        outputTopics = try values.required(Options.outputTopics)
        sleepThresholdMilliseconds = try values.required(Options.sleepThreshold)
        stateRetentionMilliseconds = try values.required(Options.stateRetention)
        documentMaxBytes = try values.required(Options.documentMaxBytes)
        uploadMaxBytes = try values.required(Options.uploadMaxBytes)
        sourcePriority = try values.required(Options.sourcePriority)
        allowLoopbackCallbacks = try values.required(Options.allowLoopbackCallbacks)
        knownConnectionsOnly = try values.required(Options.knownConnectionsOnly)
    }
}

/// The options that shape topics and documents: `run` and `transform` have the same.
package struct DocumentOptions: Sendable {
    /// What every topic's name begins with, such as `fork.`; may be empty.
    package let topicPrefix: String
    /// The same of uploads and settings, where that is something else.
    package let inputPrefix: String?
    package let outputTopics: OutputTopics
    /// A gap in sleep as long as this parts two sessions.
    package let sleepThresholdMilliseconds: Int
    /// How far the horizon lies before a connection's newest `collected_at`.
    package let stateRetentionMilliseconds: Int
    /// Longest document, without `collected_at`, `user_id` and `parts`.
    package let documentMaxBytes: Int
    /// Longest upload that is read.
    package let uploadMaxBytes: Int
    /// Beginnings of product types, best first.
    package let sourcePriority: [String]
    /// Callback URLs may be http to loopback.
    package let allowLoopbackCallbacks: Bool
    /// Uploads of connections without settings are refused.
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

import Options
import Vocabulary

extension Rules {
    /// Creates the rules from options.
    init(_ options: DocumentOptions) {
        self.init()
        topicPrefix = options.topicPrefix
        inputPrefix = options.inputPrefix
        routing = Routing(options.outputTopics)
        sleepThresholdSeconds = Double(options.sleepThresholdMilliseconds) / 1_000
        stateRetentionSeconds = Double(options.stateRetentionMilliseconds) / 1_000
        documentMaxBytes = options.documentMaxBytes
        uploadMaxBytes = options.uploadMaxBytes
        sourcePriority = options.sourcePriority
        allowsLoopbackCallbacks = options.allowLoopbackCallbacks
        knownConnectionsOnly = options.knownConnectionsOnly
        workerVersion = Version.current
    }
}

extension Rules.Routing {
    init(_ topics: OutputTopics) {
        switch topics {
        case .connection: self = .connection
        case .app: self = .app
        case .single: self = .single
        }
    }
}

import Health
import Settings

extension Rules {
    /// The rules that these settings describe.
    init(_ settings: DocumentSettings) {
        self.init()
        topicPrefix = settings.topicPrefix
        routing = Routing(settings.outputTopics)
        sleepThresholdSeconds = Double(settings.sleepThresholdMilliseconds) / 1_000
        stateRetentionSeconds = Double(settings.stateRetentionMilliseconds) / 1_000
        documentMaxBytes = settings.documentMaxBytes
        uploadMaxBytes = settings.uploadMaxBytes
        sourcePriority = settings.sourcePriority
        allowsLoopbackCallbacks = settings.allowLoopbackCallbacks
        knownConnectionsOnly = settings.knownConnectionsOnly
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

import Health

/// The worker's topics by what they are for.
package struct TopicNames: Sendable, Equatable {
    /// What all of them begin with.
    package let prefix: String
    package let uploads: String
    package let connections: String
    package let state: String
    package let jobs: String
    package let deadLetters: String

    /// The names that begin with this prefix.
    package init(prefix: String) {
        self.prefix = prefix
        uploads = prefix + "uploads"
        connections = prefix + "connections"
        state = prefix + "state"
        jobs = prefix + "webhook-dispatch"
        deadLetters = prefix + "dead-letter"
    }

    package var all: [String] { [uploads, connections, state, jobs, deadLetters] }

    /// The topic of an input.
    func name(_ topic: RecordPlace.Topic) -> String {
        switch topic {
        case .uploads: uploads
        case .connections: connections
        }
    }
}

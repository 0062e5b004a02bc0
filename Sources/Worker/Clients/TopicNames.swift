import Kafka
package import Vocabulary

/// The names of the worker's topics.
package struct TopicNames: Sendable, Equatable {
    /// The prefix of all topics; input topics can have another prefix.
    package let prefix: String
    /// The prefix of the uploads and settings topics.
    package let inputPrefix: String
    package let uploads: String
    package let connections: String
    package let state: String
    package let jobs: String
    package let deadLetters: String
    package let webhookState: String
    package let webhookDeadLetters: String

    /// Creates the names with this prefix.
    ///
    /// Input topics use `inputPrefix` if it is given.
    package init(prefix: String, inputPrefix: String? = nil) {
        self.prefix = prefix
        self.inputPrefix = inputPrefix ?? prefix
        uploads = self.inputPrefix + "uploads"
        connections = self.inputPrefix + "connections"
        state = prefix + "state"
        jobs = prefix + "webhook-dispatch"
        deadLetters = prefix + "dead-letter"
        webhookState = prefix + "webhook-state"
        webhookDeadLetters = prefix + "webhook-dead-letter"
    }

    /// The topics of a worker.
    package var all: [String] { [uploads, connections, state, jobs, deadLetters] }

    /// The input topics, if another worker creates them under another prefix; otherwise empty.
    var foreign: [String] { inputPrefix == prefix ? [] : [uploads, connections] }

    /// Creates the names that follow from a worker's rules.
    package init(_ rules: Rules) { self.init(prefix: rules.topicPrefix, inputPrefix: rules.inputPrefix) }

    func name(_ topic: RecordPlace.Topic) -> String {
        switch topic {
        case .uploads: uploads
        case .connections: connections
        }
    }

    /// Returns the topic partition of an input.
    func place(_ input: Input) -> TopicPartition { TopicPartition(name(input.topic), input.partition) }
}

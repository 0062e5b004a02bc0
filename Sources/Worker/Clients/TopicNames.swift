import Kafka
package import Vocabulary

/// The names of the worker's topics.
package struct TopicNames: Sendable, Equatable {
    /// The prefix of all topics except for the input topics.
    package let prefix: String
    /// The prefix of the input topics, `uploads` and `connections`.
    package let inputPrefix: String
    package let uploads: String
    package let connections: String
    package let state: String
    package let jobs: String
    package let deadLetters: String
    package let webhookState: String
    package let webhookDeadLetters: String
    /// The forms that have document topics of their own.
    package let forms: [DocumentForm]

    /// Creates the names; a nil `inputPrefix` stands for `prefix`.
    package init(prefix: String, inputPrefix: String? = nil, forms: [DocumentForm]) {
        self.prefix = prefix
        self.forms = forms
        self.inputPrefix = inputPrefix ?? prefix
        uploads = self.inputPrefix + "uploads"
        connections = self.inputPrefix + "connections"
        state = prefix + "state"
        jobs = prefix + "webhook-dispatch"
        deadLetters = prefix + "dead-letter"
        webhookState = prefix + "webhook-state"
        webhookDeadLetters = prefix + "webhook-dead-letter"
    }

    package var all: [String] { [uploads, connections, state, jobs, deadLetters] }

    /// The input topics if they have another prefix, so that another worker creates them; otherwise empty.
    var foreign: [String] { inputPrefix == prefix ? [] : [uploads, connections] }

    package init(_ rules: Rules) {
        self.init(prefix: rules.topicPrefix, inputPrefix: rules.inputPrefix, forms: rules.forms)
    }

    func name(_ topic: RecordPlace.Topic) -> String {
        switch topic {
        case .uploads: uploads
        case .connections: connections
        }
    }

    func place(_ input: Input) -> TopicPartition { TopicPartition(name(input.topic), input.partition) }
}

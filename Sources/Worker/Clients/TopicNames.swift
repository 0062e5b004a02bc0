package import Health
import Kafka

/// The worker's topics by what they are for.
package struct TopicNames: Sendable, Equatable {
    /// What all of them begin with, the input topics where nothing else is said.
    package let prefix: String
    /// What the names of uploads and settings begin with.
    package let inputPrefix: String
    package let uploads: String
    package let connections: String
    package let state: String
    package let jobs: String
    package let deadLetters: String

    /// The names that begin with this prefix, those of input topics with another one where it is given.
    package init(prefix: String, inputPrefix: String? = nil) {
        self.prefix = prefix
        self.inputPrefix = inputPrefix ?? prefix
        uploads = self.inputPrefix + "uploads"
        connections = self.inputPrefix + "connections"
        state = prefix + "state"
        jobs = prefix + "webhook-dispatch"
        deadLetters = prefix + "dead-letter"
    }

    package var all: [String] { [uploads, connections, state, jobs, deadLetters] }

    /// The input topics where they belong to somebody else, who makes them.
    var foreign: [String] { inputPrefix == prefix ? [] : [uploads, connections] }

    /// The names that follow from a worker's rules.
    package init(_ rules: Rules) { self.init(prefix: rules.topicPrefix, inputPrefix: rules.inputPrefix) }

    /// The topic of an input.
    func name(_ topic: RecordPlace.Topic) -> String {
        switch topic {
        case .uploads: uploads
        case .connections: connections
        }
    }

    /// The topic and partition of an input.
    func place(_ input: Input) -> TopicPartition { TopicPartition(name(input.topic), input.partition) }
}

package import Vocabulary
package import Worker

/// The least rights that each command needs; the ACL examples, `doctor` and the documentation are made from them.
///
/// No right is on the cluster as a whole. Brokers before 2.8 also need `IdempotentWrite` on the cluster.
package struct Rights: Sendable {
    let topics: TopicNames
    let routing: Rules.Routing
    let group: String

    /// - Parameters:
    ///   - topics: The topic names of the command's prefixes.
    ///   - routing: The rule that chooses the topic of a document.
    ///   - group: The consumer group of the workers.
    package init(topics: TopicNames, routing: Rules.Routing, group: String) {
        self.topics = topics
        self.routing = routing
        self.group = group
    }

    /// Returns the rights for `run`; with `--create-topics` it also creates missing topics.
    package func run(createsTopics: Bool) -> [Right] {
        var rights = worker(group: group)
        rights += [
            Right(.describeConfigs, .topic, topics.uploads, "to know how long a record can be"),
            Right(.read, .topic, topics.state, "to restore the state"),
            Right(.write, .topic, topics.state, "to write the state"),
            Right(
                .describeConfigs,
                .topic,
                topics.state,
                "to check that it is compacted, and how long its records may be"
            ),
            Right(.write, .topic, topics.jobs, "to write webhook jobs"),
            Right(.describeConfigs, .topic, topics.jobs, "to know how long its records may be"),
            Right(.write, .topic, topics.deadLetters, "to write dead letters"),
            Right(.describeConfigs, .topic, topics.deadLetters, "to know how long its records may be"),
        ]
        rights += documents(of: topics.prefix).flatMap { name, isPrefix in
            [
                Right(.create, .topic, name, isPrefix: isPrefix, "to create missing document topics"),
                Right(.write, .topic, name, isPrefix: isPrefix, "to write documents"),
                Right(.read, .topic, name, isPrefix: isPrefix, "to notice that a document topic was recreated"),
            ]
        }
        if createsTopics {
            let own =
                topics.inputPrefix == topics.prefix ? topics.all : [topics.state, topics.jobs, topics.deadLetters]
            rights += own.map { Right(.create, .topic, $0, "to create it if it is missing") }
        }
        if topics.inputPrefix != topics.prefix {
            let journal = ReplayRecord.topic(topics.prefix)
            rights += [
                Right(.read, .topic, journal, "to take over a replay"),
                Right(.write, .topic, journal, "to record that it is live"),
            ]
        }
        return rights
    }

    /// Returns the rights for `replay --into`: everything under its own prefix, and reading of the live inputs.
    package func replay(into: String) -> [Right] {
        let own = replayGroup(into)
        return worker(group: own) + [
            Right(.describeConfigs, .topic, topics.uploads, "to know how long a record can be"),
            Right(.create, .topic, into, isPrefix: true, "to create its topics"),
            Right(.read, .topic, into, isPrefix: true, "to restore its state and to know its progress"),
            Right(.write, .topic, into, isPrefix: true, "to write documents, dead letters, jobs and state"),
            Right(.describeConfigs, .topic, into, isPrefix: true, "to know how long records may be"),
            Right(.write, .transactionalID, "\(own).journal", "to start it once, however many processes start"),
        ]
    }

    /// Returns the rights of a worker that reads the inputs in this group.
    private func worker(group: String) -> [Right] {
        [
            Right(.read, .group, group, "to join it, and to commit offsets"),
            Right(
                .write,
                .transactionalID,
                TransactionalID.beginning(group: group),
                isPrefix: true,
                "to commit documents, state and offsets together"
            ),
            Right(.read, .topic, topics.uploads, "to read uploads"),
            Right(.read, .topic, topics.connections, "to read connection settings"),
        ]
    }

    /// Returns the document topics under a prefix, each as a name or a name prefix.
    func documents(of prefix: String) -> [(name: String, isPrefix: Bool)] {
        switch routing {
        case .connection: [(prefix + "connection.", true)]
        case .app: [(prefix + "app.", true)]
        case .single: [(prefix + "documents", false)]
        }
    }

    /// Returns the group of a replay, whose prefix ends with a dot.
    func replayGroup(_ into: String) -> String { "\(group).replay.\(into.dropLast())" }
}

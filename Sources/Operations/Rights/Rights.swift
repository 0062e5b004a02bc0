package import Vocabulary
package import Worker

/// The least rights of `run` and `dispatch`, which `doctor` tests.
///
/// `Tests/CommandRights` has the rights of the other commands, for tests and for `docs/security.md`.
///
/// No right is on the cluster as a whole. Brokers before 2.8 also need `IdempotentWrite` on the cluster.
package struct Rights: Sendable {
    package let topics: TopicNames
    package let routing: Rules.Routing
    package let group: String

    /// Creates the rights of a command with the topics of its prefixes.
    package init(topics: TopicNames, routing: Rules.Routing, group: String) {
        self.topics = topics
        self.routing = routing
        self.group = group
    }

    /// Returns the rights for `run`, with or without the rights that `--create-topics` needs.
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
        for (name, isPrefix, form) in documents(of: topics.prefix) {
            let what = form.map { "documents in the form \($0.name)" } ?? "documents"
            rights += [
                Right(.create, .topic, name, isPrefix: isPrefix, "to create missing topics of \(what)"),
                Right(.write, .topic, name, isPrefix: isPrefix, "to write \(what)"),
                Right(.read, .topic, name, isPrefix: isPrefix, "to notice that a topic of \(what) was recreated"),
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

    /// The transactional id that `doctor` tests; no lane uses it.
    package var doctorID: String { "\(group).doctor" }

    /// Returns the rights of a worker that reads the inputs in this group.
    package func worker(group: String) -> [Right] {
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
    ///
    /// The form of Fork documents is nil.
    package func documents(of prefix: String) -> [(name: String, isPrefix: Bool, form: DocumentForm?)] {
        let forms: [DocumentForm?] = [nil] + topics.forms
        let owner: DocumentOwner =
            switch routing {
            case .connection: .connection("")
            case .app: .app("")
            case .single: .all
            }
        return forms.map { (owner.topic(form: $0?.name, prefix: prefix), owner != .all, $0) }
    }
}

package import Vocabulary

/// The purpose of a topic; `TopicNames` has the names.
package enum TopicPurpose: Hashable, Sendable {
    /// The input: uploads, and settings of connections.
    case uploads, connections
    /// The changelog of the workers' state.
    case state
    /// The webhook jobs and the dead letters.
    case jobs, deadLetters
    /// The changelog of the dispatchers' state, and the jobs that dispatchers have given up.
    case webhookState, webhookDeadLetters
    /// Documents with their owner, in the form with this name; nil stands for Fork documents.
    case documents(String?, DocumentOwner)
    /// The options and end offsets of a replay.
    case replay

    /// The position of a topic in the data flow.
    package enum Role: String, Sendable {
        case input, output
        /// A topic that only workers and commands write and read.
        case `internal`
    }

    package var role: Role {
        switch self {
        case .uploads, .connections: .input
        case .state, .webhookState, .replay: .internal
        case .jobs, .deadLetters, .webhookDeadLetters, .documents: .output
        }
    }

    /// Whether the topic must be compacted, so that the newest record of each key is never deleted.
    ///
    /// In other topics, compaction would delete records that must still be read.
    package var isCompacted: Bool {
        switch self {
        case .connections, .state, .webhookState, .documents, .replay: true
        case .uploads, .jobs, .deadLetters, .webhookDeadLetters: false
        }
    }

    /// Whether the topic takes refused records or failed jobs, so that its records can be as long as input records.
    package var takesRefused: Bool { self == .deadLetters || self == .webhookDeadLetters }

    /// Whether the topic belongs to a single connection.
    package var isOwn: Bool { if case .documents(_, .connection) = self { true } else { false } }

    /// Whether the topic has documents of several connections.
    package var isShared: Bool { if case .documents = self { !isOwn } else { false } }

    /// Whether documents are written to this topic with this routing; true for topics without documents.
    package func isFor(_ routing: Rules.Routing) -> Bool {
        guard case .documents(_, let owner) = self else { return true }
        return switch owner {
        case .connection: routing == .connection
        case .app: routing == .app
        case .all: routing == .single
        }
    }
}

extension TopicNames {
    /// Returns the purpose of the topic with this name, or nil for an unknown topic.
    package func purpose(of name: String) -> TopicPurpose? {
        switch name {
        case uploads: return .uploads
        case connections: return .connections
        case state: return .state
        case jobs: return .jobs
        case deadLetters: return .deadLetters
        case webhookState: return .webhookState
        case webhookDeadLetters: return .webhookDeadLetters
        case replay: return .replay
        default: break
        }
        let documents = DocumentOwner.parse(topic: name, prefix: prefix, forms: forms)
        return documents.map { .documents($0.form, $0.owner) }
    }

    /// Returns the name of the topic with this purpose.
    package func name(_ purpose: TopicPurpose) -> String {
        switch purpose {
        case .uploads: uploads
        case .connections: connections
        case .state: state
        case .jobs: jobs
        case .deadLetters: deadLetters
        case .webhookState: webhookState
        case .webhookDeadLetters: webhookDeadLetters
        case .replay: replay
        case .documents(let form, let owner): owner.topic(form: form, prefix: prefix)
        }
    }

    /// Returns the name of the form of a topic's documents; nil for Fork documents, and for other topics.
    package func form(of topic: String) -> String? {
        guard case .documents(let form, _) = purpose(of: topic) else { return nil }
        return form
    }

    /// The name of the topic with the options and end offsets of a replay.
    package var replay: String { prefix + "replay" }
}

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
    /// Documents in one form, with their owner.
    case documents(DocumentForm, DocumentOwner)
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

/// The format of documents; the raw value follows the prefix in the names of their topics.
package enum DocumentForm: String, CaseIterable, Sendable {
    case fork = ""
    case fhir = "fhir."
    case openMHealth = "omh."
}

/// The owner of the documents in a topic.
package enum DocumentOwner: Hashable, Sendable {
    case connection(String)
    case app(String)
    /// All connections share the topic.
    case all
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
        default: return name.hasPrefix(prefix) ? Self.documents(name.dropFirst(prefix.count)) : nil
        }
    }

    /// Parses the name of a document topic without its prefix.
    private static func documents(_ rest: Substring) -> TopicPurpose? {
        // The form `fork` has an empty name, so it is tried last.
        for form in DocumentForm.allCases.reversed() where rest.hasPrefix(form.rawValue) {
            let name = rest.dropFirst(form.rawValue.count)
            // The name can also be that of a connection with the id `documents`; the shared topic takes precedence.
            if name == "documents" { return .documents(form, .all) }
            if let app = id(name, after: "app.") { return .documents(form, .app(app)) }
            let word = form == .fork ? "connection." : ""
            if let connection = id(name, after: word) { return .documents(form, .connection(connection)) }
        }
        return nil
    }

    /// Returns the text after a word if it is a valid id of a connection or an app.
    private static func id(_ name: Substring, after word: String) -> String? {
        guard name.hasPrefix(word) else { return nil }
        return ConnectionID(Array(name.dropFirst(word.count).utf8))?.string
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
        case .documents(let form, .all): "\(prefix)\(form.rawValue)documents"
        case .documents(let form, .app(let app)): "\(prefix)\(form.rawValue)app.\(app)"
        case .documents(.fork, .connection(let connection)): "\(prefix)connection.\(connection)"
        case .documents(let form, .connection(let connection)): "\(prefix)\(form.rawValue)\(connection)"
        }
    }

    /// The name of the topic with the options and end offsets of a replay.
    package var replay: String { prefix + "replay" }
}

package import Health

/// What a topic is for: all the topics that workers and commands know are here, and their names in `TopicNames`.
package enum TopicPurpose: Hashable, Sendable {
    /// What comes in: uploads, and settings of connections.
    case uploads, connections
    /// What workers keep for themselves.
    case state
    /// What goes out beside documents: webhook jobs, and what was refused.
    case jobs, deadLetters
    /// Documents in one of their forms, of somebody.
    case documents(DocumentForm, DocumentOwner)
    /// What was asked of a replay, and how far it is.
    case replay

    /// Where its records stand in the flow of data.
    package enum Role: String, Sendable {
        case input, output
        /// Written and read by workers and commands alone.
        case `internal`
    }

    /// Where its records stand in the flow of data.
    package var role: Role {
        switch self {
        case .uploads, .connections: .input
        case .state, .replay: .internal
        case .jobs, .deadLetters, .documents: .output
        }
    }

    /// Whether the newest record of each key is what there is: nothing may be deleted by age.
    package var isCompacted: Bool {
        switch self {
        case .connections, .state, .documents, .replay: true
        case .uploads, .jobs, .deadLetters: false
        }
    }

    /// Whether it is a single connection's.
    package var isOwn: Bool { if case .documents(_, .connection) = self { true } else { false } }

    /// Whether documents of many connections lie in it, each in the partition of its uploads.
    package var isShared: Bool { if case .documents = self { !isOwn } else { false } }

    /// Whether documents go there by this routing.
    package func isFor(_ routing: Rules.Routing) -> Bool {
        guard case .documents(_, let owner) = self else { return true }
        return switch owner {
        case .connection: routing == .connection
        case .app: routing == .app
        case .all: routing == .single
        }
    }
}

/// The forms in which documents go out; the raw value is what names of their topics have behind the prefix.
package enum DocumentForm: String, CaseIterable, Sendable {
    case fork = ""
    case fhir = "fhir."
    case openMHealth = "omh."
}

/// Whose documents a topic holds.
package enum DocumentOwner: Hashable, Sendable {
    case connection(String)
    case app(String)
    /// Those of all connections.
    case all
}

extension TopicNames {
    /// What a topic of this name is for; nil for a stranger's, however much alike it is named.
    package func purpose(of name: String) -> TopicPurpose? {
        switch name {
        case uploads: return .uploads
        case connections: return .connections
        case state: return .state
        case jobs: return .jobs
        case deadLetters: return .deadLetters
        case replay: return .replay
        default: return name.hasPrefix(prefix) ? Self.documents(name.dropFirst(prefix.count)) : nil
        }
    }

    /// What stands behind the prefix, read as a name of documents.
    private static func documents(_ rest: Substring) -> TopicPurpose? {
        // The form without a word of its own comes last.
        for form in DocumentForm.allCases.reversed() where rest.hasPrefix(form.rawValue) {
            let name = rest.dropFirst(form.rawValue.count)
            // Also where a connection is called `documents`, whose own topic in another form could have no other name.
            if name == "documents" { return .documents(form, .all) }
            if let app = id(name, after: "app.") { return .documents(form, .app(app)) }
            let word = form == .fork ? "connection." : ""
            if let connection = id(name, after: word) { return .documents(form, .connection(connection)) }
        }
        return nil
    }

    /// What stands behind a word, if it is as well-formed as the id of a connection or an app.
    private static func id(_ name: Substring, after word: String) -> String? {
        guard name.hasPrefix(word) else { return nil }
        return ConnectionID(Array(name.dropFirst(word.count).utf8))?.string
    }

    /// The name of the topic for a purpose.
    package func name(_ purpose: TopicPurpose) -> String {
        switch purpose {
        case .uploads: uploads
        case .connections: connections
        case .state: state
        case .jobs: jobs
        case .deadLetters: deadLetters
        case .replay: replay
        case .documents(let form, .all): "\(prefix)\(form.rawValue)documents"
        case .documents(let form, .app(let app)): "\(prefix)\(form.rawValue)app.\(app)"
        case .documents(.fork, .connection(let connection)): "\(prefix)connection.\(connection)"
        case .documents(let form, .connection(let connection)): "\(prefix)\(form.rawValue)\(connection)"
        }
    }

    /// The name of what was asked of a replay into this prefix.
    package var replay: String { prefix + "replay" }
}

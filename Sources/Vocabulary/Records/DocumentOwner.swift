/// The owner of the documents in a topic, which decides the name of the topic.
package enum DocumentOwner: Hashable, Sendable {
    case connection(String)
    case app(String)
    /// All connections share the topic.
    case all

    /// Returns the name of the owner's topic with documents in a form; a nil form stands for Fork documents.
    ///
    /// | owner | Fork documents | form `fhir` |
    /// |---|---|---|
    /// | a connection | `fork.connection.conn-7` | `fork.fhir.conn-7` |
    /// | an app | `fork.app.demo` | `fork.fhir.app.demo` |
    /// | all connections | `fork.documents` | `fork.fhir.documents` |
    package func topic(form: String?, prefix: String) -> String {
        let start = form.map { prefix + $0 + "." } ?? prefix
        return switch self {
        case .connection(let id): form == nil ? start + "connection." + id : start + id
        case .app(let id): start + "app." + id
        case .all: start + "documents"
        }
    }

    /// Parses the name of a document topic; nil for any other topic.
    ///
    /// `forms` are the known forms. The name of a shared topic is never that of a connection's topic, because a
    /// connection with the id `documents` has no forms.
    package static func parse(
        topic: String,
        prefix: String,
        forms: [DocumentForm]
    ) -> (form: String?, owner: DocumentOwner)? {
        guard topic.hasPrefix(prefix) else { return nil }
        let rest = topic.dropFirst(prefix.count)
        for form in forms where rest.hasPrefix(form.name + ".") {
            let name = rest.dropFirst(form.name.count + 1)
            guard let owner = shared(name) ?? id(name, after: "").map(Self.connection) else { return nil }
            return (form.name, owner)
        }
        guard let owner = shared(rest) ?? id(rest, after: "connection.").map(Self.connection) else { return nil }
        return (nil, owner)
    }

    /// Whether the topics of a connection with this id would have the names of shared topics with documents in a form.
    static func isReserved(_ connection: ConnectionID) -> Bool { shared(connection.string[...]) != nil }

    private static func shared(_ name: Substring) -> Self? {
        name == "documents" ? .all : id(name, after: "app.").map(Self.app)
    }

    /// Returns the text after a word if it is a valid id of a connection or an app.
    private static func id(_ name: Substring, after word: String) -> String? {
        guard name.hasPrefix(word) else { return nil }
        return ConnectionID(Array(name.dropFirst(word.count).utf8))?.string
    }
}

import JSON
package import Vocabulary

/// The live documents of one connection, read from JSON lines.
///
/// A line is a document, or a record that `transform` has printed. Later lines replace lines with the same document id.
package struct DocumentLines: ~Copyable {
    private var live: LiveDocuments
    private var parser = Parser()
    private let connection: ConnectionID
    /// The number of lines that are neither documents nor records.
    package private(set) var unrecognizedCount = 0

    package init(_ filter: DocumentFilter, of connection: ConnectionID) {
        live = LiveDocuments(filter)
        self.connection = connection
    }

    /// Whether any line was a document of the connection.
    package var hasSeen: Bool { live.hasSeen }

    /// Adds the next line; ignores empty lines.
    package mutating func take(_ line: [UInt8]) {
        if line.isBlank { return }
        switch DocumentLine(line, &parser) {
        case .document(let record) where record.connection == connection.bytes:
            live.take(id: record.id, value: unsafe record.bytes.span.bytes)
        case .deletion(let topic, let key):
            if let id = Self.deletedID(topic, key, of: connection) { live.take(id: id, value: nil) }
        case .document, .other: break
        case .unrecognized: unrecognizedCount += 1
        }
    }

    /// Returns the id of the document that a record without value deletes; nil if it belongs to another connection.
    private static func deletedID(_ topic: [UInt8], _ key: [UInt8], of connection: ConnectionID) -> [UInt8]? {
        let prefix = connection.bytes + [UInt8(ascii: "/")]
        if key.starts(with: prefix) { return Array(key.dropFirst(prefix.count)) }
        let own = Array("connection.".utf8) + connection.bytes
        return topic.suffix(own.count).elementsEqual(own) ? key : nil
    }

    /// Returns the live documents ordered by type, start and id, with their parts joined.
    package consuming func documents() -> [JoinedDocument] { live.documents() }
}

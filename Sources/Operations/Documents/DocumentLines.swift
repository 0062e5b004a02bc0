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

    /// The content of a line.
    private enum Line {
        case document(id: [UInt8], bytes: [UInt8])
        /// A record without value, which deletes a document.
        case deletion(id: [UInt8])
        /// A line that does not concern a document of the connection.
        case other
        /// A line that is neither a document nor a record.
        case unrecognized
    }

    /// Adds the next line; ignores empty lines.
    package mutating func take(_ line: [UInt8]) {
        if line.allSatisfy({ $0 == 0x20 || (0x09...0x0D).contains($0) }) { return }
        switch Self.read(line, of: connection, &parser) {
        case .document(let id, let bytes): live.take(id: id, value: unsafe bytes.span.bytes)
        case .deletion(let id): live.take(id: id, value: nil)
        case .other: break
        case .unrecognized: unrecognizedCount += 1
        }
    }

    private static func read(_ line: [UInt8], of connection: ConnectionID, _ parser: inout Parser) -> Line {
        guard let root = try? parser.parse(line), root.members != nil else { return .unrecognized }
        guard let key = root.member("key"), let topic = root.member("topic")?.text else {
            return document(root, line, of: connection)
        }
        guard let value = root.member("value") else { return .unrecognized }
        if value.members != nil { return document(value, value.written, of: connection) }
        guard value.isNull, let id = deletedID(topic, key.text, of: connection) else { return .other }
        return .deletion(id: id)
    }

    /// Reads a line that is not a record; a webhook job, which only lists documents, is `other`.
    private static func document(_ value: Value, _ bytes: [UInt8], of connection: ConnectionID) -> Line {
        guard let id = value.member("id")?.text?.bytes, value.member("data")?.elements != nil else {
            return value.member("documents") == nil ? .unrecognized : .other
        }
        let isOwn = value.member("connection_id")?.text?.bytes == connection.bytes
        return isOwn ? .document(id: id, bytes: bytes) : .other
    }

    /// Returns the id of the document that a record without value deletes; nil if it belongs to another connection.
    private static func deletedID(_ topic: Text, _ key: Text?, of connection: ConnectionID) -> [UInt8]? {
        guard let key = key?.bytes else { return nil }
        let prefix = connection.bytes + [UInt8(ascii: "/")]
        if key.starts(with: prefix) { return Array(key.dropFirst(prefix.count)) }
        let own = Array("connection.".utf8) + connection.bytes
        return topic.bytes.suffix(own.count).elementsEqual(own) ? key : nil
    }

    /// Returns the live documents ordered by type, start and id, with their parts joined.
    package consuming func documents() -> [[UInt8]] { live.documents() }
}

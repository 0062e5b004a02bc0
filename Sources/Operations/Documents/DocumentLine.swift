import JSON

/// The content of one JSON line: a document, or a record that `transform` has printed.
enum DocumentLine {
    /// A record of a document: all of it, or one of its parts.
    case document(DocumentRecord)
    /// A record without value, which deletes a document; `key` can begin with the connection.
    case deletion(topic: [UInt8], key: [UInt8])
    /// A line that does not concern a Fork document.
    case other
    /// A line that is neither a document nor a record.
    case unrecognized

    /// Reads a line, which must not be empty.
    init(_ line: [UInt8], _ parser: inout Parser) {
        guard let root = try? parser.parse(line), root.members != nil else {
            self = .unrecognized
            return
        }
        guard let key = root.member("key"), let topic = root.member("topic")?.text else {
            self = Self.document(root, line)
            return
        }
        guard let value = root.member("value") else {
            self = .unrecognized
            return
        }
        if Self.isOfForm(root) {
            self = .other
        } else if value.members != nil {
            self = Self.document(value, value.written)
        } else if value.isNull, let key = key.text {
            self = .deletion(topic: topic.bytes, key: key.bytes)
        } else {
            self = .other
        }
    }

    /// Reads a value that is not a record; a webhook job, which only lists documents, is `other`.
    private static func document(_ value: Value, _ bytes: [UInt8]) -> Self {
        guard let id = value.member("id")?.text?.bytes, value.member("data")?.elements != nil else {
            return value.member("documents") == nil ? .unrecognized : .other
        }
        let connection = value.member("connection_id")?.text?.bytes ?? []
        let count = value.member("parts")?.integer.map { Int(clamping: $0) } ?? 1
        return .document(DocumentRecord(connection: connection, id: id, partCount: count, bytes: bytes))
    }

    /// Whether a record is a document in another form, or its deletion: it has no schema of Fork documents.
    private static func isOfForm(_ record: Value) -> Bool {
        guard let headers = record.member("headers") else { return false }
        return headers.member("fork-op") != nil && headers.member("fork-schema") == nil
    }
}

/// A record of a document, as it stands in a line.
struct DocumentRecord {
    /// The id of the connection; empty if the document states none.
    let connection: [UInt8]
    /// The id of the record, with the number of the part.
    let id: [UInt8]
    /// The number of parts of the document, which only the first part states; 1 in all others.
    let partCount: Int
    let bytes: [UInt8]
}

extension [UInt8] {
    /// Whether a line has only white space.
    var isBlank: Bool { allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) } }
}

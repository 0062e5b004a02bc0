import JSON
import Vocabulary

/// Documents in the order of their JSON lines; parts of a document that follow each other are joined.
///
/// Only one document is in memory at a time. Its parts may be in any order: `transform --final` sorts records by key, so
/// that part 10 comes before part 2.
package struct DocumentSequence: ~Copyable {
    /// A document that is complete, or the id of one that lacks parts.
    package enum SequencedDocument: Equatable, Sendable {
        case whole([UInt8])
        case incomplete(connection: String, id: String)
    }

    /// The document whose parts are being read, in any order.
    private struct Open {
        let connection: [UInt8]
        /// The id without the number of the part.
        let id: [UInt8]
        /// The number of parts that the first part states; nil until the first part is read.
        var count: Int?
        /// The parts by their number.
        var parts: [Int: [UInt8]] = [:]

        /// Whether a record is another part of the same version of the document.
        func continues(_ part: DocumentRecord, _ key: DocumentKey) -> Bool {
            key.whole == id && part.connection == connection && parts[key.part] == nil
        }

        var isComplete: Bool { count == parts.count && parts.keys.allSatisfy { $0 <= parts.count } }
    }

    private var open: Open?
    private var parser = Parser()
    /// The number of lines that are neither documents nor records.
    package private(set) var unrecognizedCount = 0
    /// Whether any line was a document.
    package private(set) var hasSeen = false

    package init() {}

    /// Adds the next line, and returns the documents that end before or with it.
    package mutating func take(_ line: [UInt8]) -> [SequencedDocument] {
        if line.isBlank { return [] }
        switch DocumentLine(line, &parser) {
        case .document(let record):
            hasSeen = true
            return take(record)
        case .deletion, .other: break
        case .unrecognized: unrecognizedCount += 1
        }
        return []
    }

    private mutating func take(_ record: DocumentRecord) -> [SequencedDocument] {
        let key = DocumentKey(record.id)
        var ended: [SequencedDocument] = []
        if !(open?.continues(record, key) ?? false) {
            ended = end()
            open = Open(connection: record.connection, id: key.whole)
        }
        open?.parts[key.part] = record.bytes
        if key.part == 1 { open?.count = max(1, record.partCount) }
        if open?.isComplete ?? false { ended += end() }
        return ended
    }

    /// Ends the document that is being read, for example at the end of the lines.
    package mutating func end() -> [SequencedDocument] {
        guard let ended = open.take() else { return [] }
        guard ended.isComplete else {
            let connection = String(decoding: ended.connection, as: UTF8.self)
            return [.incomplete(connection: connection, id: String(decoding: ended.id, as: UTF8.self))]
        }
        return [.whole(DocumentParts.joined(ended.parts.sorted { $0.key < $1.key }.map(\.value)))]
    }
}

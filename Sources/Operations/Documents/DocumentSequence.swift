import JSON
import Vocabulary

/// Documents in the order of their JSON lines; parts of a document that follow each other are joined.
///
/// Only one document is in memory at a time.
package struct DocumentSequence: ~Copyable {
    /// A document that is complete, or the id of one that lacks parts.
    package enum Element: Equatable, Sendable {
        case whole([UInt8])
        case incomplete(connection: String, id: String)
    }

    /// The document whose parts are being read.
    private struct Open {
        let connection: [UInt8]
        /// The id without the number of the part.
        let id: [UInt8]
        /// The number of parts that the document has; nil if the first part is missing.
        let count: Int?
        var parts: [[UInt8]]
        /// The number of the last part that was read.
        var last: Int

        /// Whether `part` is another part of the same document.
        func continues(_ part: DocumentRecord, _ key: DocumentKey) -> Bool {
            key.part > 1 && key.whole == id && part.connection == connection
        }
    }

    private var open: Open?
    private var parser = Parser()
    /// The number of lines that are neither documents nor records.
    package private(set) var unrecognizedCount = 0
    /// Whether any line was a document.
    package private(set) var hasSeen = false

    package init() {}

    /// Adds the next line, and returns the documents that end before or with it.
    package mutating func take(_ line: [UInt8]) -> [Element] {
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

    private mutating func take(_ record: DocumentRecord) -> [Element] {
        let key = DocumentKey(record.id)
        var ended: [Element] = []
        if open?.continues(record, key) ?? false {
            // After a missing part, the document stays open, so that it is named only once.
            if open?.last == key.part - 1 { open?.parts.append(record.bytes) }
            open?.last = key.part
        } else {
            ended = end()
            let count = key.part == 1 ? max(1, record.partCount) : nil
            open = Open(
                connection: record.connection,
                id: key.whole,
                count: count,
                parts: [record.bytes],
                last: key.part
            )
        }
        if let count = open?.count, count == open?.parts.count { ended += end() }
        return ended
    }

    /// Ends the document that is being read, for example at the end of the lines.
    package mutating func end() -> [Element] {
        guard let ended = open.take() else { return [] }
        guard ended.parts.count == ended.count else {
            let connection = String(decoding: ended.connection, as: UTF8.self)
            return [.incomplete(connection: connection, id: String(decoding: ended.id, as: UTF8.self))]
        }
        return [.whole(DocumentParts.joined(ended.parts))]
    }
}

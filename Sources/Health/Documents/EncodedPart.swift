import JSON
package import Vocabulary

/// The fields of a document that depend on the upload that caused this version.
package struct Attribution {
    package var connection: ConnectionID
    /// The user id; nil if unknown.
    package var userID: [UInt8]?
    /// `collected_at` of the upload that caused this version.
    package var collectedAt: Double

    package init(connection: ConnectionID, userID: [UInt8]?, collectedAt: Double) {
        self.connection = connection
        self.userID = userID
        self.collectedAt = collectedAt
    }
}

/// One encoded record of a document.
///
/// `user_id` and `collected_at` are not part of the content: a change of these fields alone does not change the
/// document. So only `bytes` adds them.
package struct EncodedPart {
    /// The bytes before `user_id` and `collected_at`.
    private(set) var head = Writer(capacity: 256)
    /// The bytes after `user_id`, `collected_at` and `parts`.
    private(set) var tail = Writer(capacity: 16 << 10)
    /// The number of records of the document, if this is the first of several records.
    private var parts: Int?

    init() {}

    /// Creates one of the `count` records of a document that is cut; `number` starts at 1.
    ///
    /// `write` writes the record's sources, devices and items.
    init(
        _ number: Int,
        of count: Int,
        _ document: Document,
        _ connection: ConnectionID,
        write: (inout Writer) -> Void
    ) {
        document.writeHead(part: number, connection: connection, into: &head)
        if number == 1 {
            parts = count
        } else {
            tail.raw(",\"part\":")
            tail.number(number)
        }
        write(&tail)
    }

    /// The hash of all content except `user_id` and `collected_at`; equal hashes mean equal content.
    package var hash: UInt64 {
        var hasher = ContentHash()
        hasher.add(head.bytes)
        hasher.add(UInt64(parts ?? 0))
        hasher.add(tail.bytes)
        return hasher.value
    }

    /// The length of the encoding without `user_id`, `collected_at` and `parts`.
    package var count: Int { head.bytes.count + tail.bytes.count }

    /// The encoding without `user_id`, `collected_at` and `parts`.
    var content: [UInt8] { head.bytes + tail.bytes }

    package func bytes(_ cause: Attribution) -> [UInt8] {
        var writer = Writer(capacity: count + (cause.userID?.count ?? 0) + 96)
        writer.raw(head.bytes)
        if let userID = cause.userID {
            writer.raw(",\"user_id\":")
            writer.string(userID)
        }
        writer.raw(",\"collected_at\":")
        writer.number(cause.collectedAt)
        if let parts {
            writer.raw(",\"parts\":")
            writer.number(parts)
        }
        writer.raw(tail.bytes)
        return writer.bytes
    }

    /// Encodes a whole document, and replaces the previous content of the buffers.
    mutating func encode(_ document: Document, _ connection: ConnectionID, noting marks: inout DocumentMarks) {
        head.removeAll(keepingCapacity: true)
        tail.removeAll(keepingCapacity: true)
        document.writeHead(part: 1, connection: connection, into: &head)
        document.writeTail(into: &tail, noting: &marks)
    }
}

package import Vocabulary

/// The encoding of a document, and the records into which a document that is too long is cut.
package struct EncodedDocument {
    /// The document before it is cut.
    private var uncut = EncodedPart()
    /// The records of a document that is too long; empty if `uncut` is the only record.
    private var cut: [EncodedPart] = []

    package init() {}

    /// The number of records.
    package var count: Int { max(1, cut.count) }

    /// Returns a record by its index; the first record has the document's own id.
    package subscript(index: Int) -> EncodedPart { cut.isEmpty ? uncut : cut[index] }

    /// The JSON of the document before it is cut, without `user_id` and `collected_at`.
    var whole: [UInt8] { uncut.content }

    /// The hashes of the records.
    package var hashes: [UInt64] { (0..<count).map { self[$0].hash } }

    /// Encodes a document, and cuts it if its encoding is longer than `maximum` bytes.
    ///
    /// Samples, points, voltages, and the activities and events of workouts move to later records if necessary, in the
    /// order of the document. All other content stays in the first record. The places of the cuts depend only on the
    /// document's content.
    fileprivate mutating func encode(_ document: Document, maximum: Int, connection: ConnectionID) {
        cut = []
        var marks = DocumentMarks(areNoted: false)
        uncut.encode(document, connection, noting: &marks)
        if uncut.count <= maximum { return }
        // Nearly all documents are short, so marks are collected only for a document that is too long.
        marks = DocumentMarks(areNoted: true)
        uncut.encode(document, connection, noting: &marks)
        var splitter = DocumentSplitter(uncut, marks.all, maximum: maximum)
        splitter.cut()
        if splitter.parts.count == 1 { return }
        cut = splitter.parts.indices.map { index in
            EncodedPart(index + 1, of: splitter.parts.count, document, connection) { tail in
                splitter.write(index, into: &tail)
            }
        }
    }
}

extension Document {
    /// Encodes the document into a buffer, and cuts it if its encoding is longer than `maximum` bytes.
    package func encode(into encoded: inout EncodedDocument, maximum: Int = .max, connection: ConnectionID) {
        encoded.encode(self, maximum: maximum, connection: connection)
    }
}

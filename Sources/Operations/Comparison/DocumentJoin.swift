import Kafka

/// Joins the parts of documents whose records differ.
///
/// Two equal documents can have different records, because different size limits split them at different places.
struct DocumentJoin {
    /// The limit for parts of incomplete documents in bytes; documents beyond the limit wait for the next pass.
    private static let waitingBytes = 128 << 20

    /// The hashes of whole documents; 0 until all parts were seen.
    private var hashes: [UInt64: Sides<UInt64>] = [:]
    private var waiting: [UInt64: [Int: [UInt8]]] = [:]
    private var waitingByteCount = 0
    private var wasPostponed = false
    private var hasProgress = false

    var isEmpty: Bool { hashes.isEmpty }

    mutating func expect(_ document: UInt64) { hashes[document] = Sides(live: 0, other: 0) }

    /// Whether a document must still be joined on this side.
    func expects(_ document: UInt64, _ side: Side) -> Bool { hashes[document].map { $0[side] == 0 } ?? false }

    /// Adds the current value of one part, and returns the whole document if this was the last of `count` parts.
    mutating func take(_ document: UInt64, part: Int, _ value: [UInt8], of count: Int) -> [UInt8]? {
        if waiting[document] == nil, waitingByteCount > Self.waitingBytes {
            wasPostponed = true
            return nil
        }
        if waiting[document, default: [:]].updateValue(value, forKey: part) == nil { waitingByteCount += value.count }
        guard let parts = waiting[document], parts.count == count else { return nil }
        waiting[document] = nil
        waitingByteCount -= parts.values.reduce(0) { $0 + $1.count }
        return DocumentParts.joined(parts.sorted { $0.key < $1.key }.map(\.value))
    }

    mutating func finish(_ document: UInt64, _ side: Side, hash: UInt64) {
        hashes[document]?[side] = hash == 0 ? 1 : hash
        hasProgress = true
    }

    /// Ends a pass over one side, and returns whether another pass is needed for parts that exceeded the memory limit.
    mutating func endRound() -> Bool {
        defer { (wasPostponed, hasProgress) = (false, false) }
        waiting = [:]
        waitingByteCount = 0
        return wasPostponed && hasProgress
    }

    /// Returns whether a joined document is equal on both sides.
    ///
    /// A document that is incomplete, because parts were deleted since the first pass, counts as changed.
    func kind(of document: UInt64) -> DocumentVerdict.Kind {
        guard let hashes = hashes[document] else { return .unsure }
        return hashes.live != 0 && hashes.live == hashes.other ? .equal : .changed
    }
}

extension Comparison {
    /// Selects the documents that must be joined, and returns whether there are any.
    package mutating func beginJoin() -> Bool {
        var unsure: [UInt64] = []
        table.eachDocument { document, _, verdict in
            if verdict.kind == .unsure { unsure.append(document) }
        }
        for document in unsure { joining.expect(document) }
        return !joining.isEmpty
    }

    /// Adds a record in the second pass.
    package mutating func join(
        connection: [UInt8],
        key: [UInt8],
        form: String? = nil,
        value: RawSpan?,
        _ side: Side
    ) {
        let key = DocumentKey(key, form: form)
        let mark = mark(connection, key)
        guard joining.expects(mark.document, side), let bytes = current(mark, value, form, side) else { return }
        let count = table.verdict(of: mark.document).records(side)
        guard let whole = joining.take(mark.document, part: key.part, bytes, of: count),
            let hash = unsafe hash(whole.span.bytes, form: form)
        else { return }
        joining.finish(mark.document, side, hash: hash)
    }

    /// Ends a second pass over one side, and returns whether another pass is needed.
    package mutating func endJoin() -> Bool { joining.endRound() }

    /// Returns the value if it is the current version of the record; nil for an older version.
    mutating func current(_ mark: RecordMark, _ value: RawSpan?, _ form: String?, _ side: Side) -> [UInt8]? {
        guard let value, let known = table.content(of: mark, side), let own = hash(value, form: form),
            max(own, 1) == known
        else { return nil }
        return [UInt8](value)
    }
}

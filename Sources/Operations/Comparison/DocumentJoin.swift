import Kafka

/// Documents of several records that differ, put together to see whether they differ themselves: another limit cuts the
/// same document elsewhere.
struct DocumentJoin {
    /// What waits for the other parts of its document; more is left for another round.
    private static let waitingBytes = 128 << 20

    /// The hashes of whole documents, 0 until all their parts have been seen.
    private var hashes: [UInt64: Sides<UInt64>] = [:]
    private var waiting: [UInt64: [Int: [UInt8]]] = [:]
    private var waitingByteCount = 0
    private var wasPostponed = false
    private var hasProgress = false

    var isEmpty: Bool { hashes.isEmpty }

    mutating func expect(_ document: UInt64) { hashes[document] = Sides(live: 0, other: 0) }

    /// Whether a document is still to be put together on this side.
    func expects(_ document: UInt64, _ side: Side) -> Bool { hashes[document].map { $0[side] == 0 } ?? false }

    /// Takes what a part says now, of so many that the document has on this side; gives back the whole document when this
    /// was the last of them.
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

    /// A side was read; whether it is to be read again for what there was no room for.
    mutating func endRound() -> Bool {
        defer { (wasPostponed, hasProgress) = (false, false) }
        waiting = [:]
        waitingByteCount = 0
        return wasPostponed && hasProgress
    }

    /// What is not whole, since parts of it are gone meanwhile, counts as changed: its records are.
    func kind(of document: UInt64) -> DocumentVerdict.Kind {
        guard let hashes = hashes[document] else { return .unsure }
        return hashes.live != 0 && hashes.live == hashes.other ? .equal : .changed
    }
}

extension Comparison {
    /// Finds out which documents are to be put together; whether there are any.
    package mutating func beginJoin() -> Bool {
        var unsure: [UInt64] = []
        table.eachDocument { document, _, verdict in
            if verdict.kind == .unsure { unsure.append(document) }
        }
        for document in unsure { joining.expect(document) }
        return !joining.isEmpty
    }

    /// Takes a record that was taken before, in the second reading.
    package mutating func join(connection: [UInt8], key: [UInt8], value: RawSpan?, _ side: Side) {
        let key = DocumentKey(key)
        let mark = mark(connection, key)
        guard joining.expects(mark.document, side), let bytes = current(mark, value, side) else { return }
        let count = table.verdict(of: mark.document).records(side)
        guard let whole = joining.take(mark.document, part: key.part, bytes, of: count),
            let hash = unsafe hash(whole.span.bytes)
        else { return }
        joining.finish(mark.document, side, hash: hash)
    }

    /// The second reading of a side is over; whether there has to be another.
    package mutating func endJoin() -> Bool { joining.endRound() }

    /// A record's bytes, if it is what counts now.
    mutating func current(_ mark: RecordMark, _ value: RawSpan?, _ side: Side) -> [UInt8]? {
        guard let value, let known = table.content(of: mark, side), let own = hash(value), max(own, 1) == known else {
            return nil
        }
        return [UInt8](value)
    }
}

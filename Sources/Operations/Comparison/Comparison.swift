import Health
import JSON

/// Two sets of documents compared, record by record, in any order of topics: a value that knows no broker.
///
/// First every record of both sides is taken, of which only hashes are kept. Then, where documents of several records
/// differ in these, the same records are joined; last, the same records once more, those are collected that are shown.
package struct Comparison: ~Copyable {
    var table = ContentTable()
    var joining = DocumentJoin()
    var shown: ShownDocuments
    private var marker: RecordMarker
    private var parser = Parser()
    private var buffer = Writer()
    private let seed: UInt64
    /// Records that are no documents.
    package private(set) var strangeCount = 0

    /// - Parameters:
    ///   - limit: how many differences are shown.
    ///   - seed: makes the hashes unlike those of other runs.
    package init(limit: Int, seed: UInt64) {
        shown = ShownDocuments(limit: limit)
        marker = RecordMarker(seed: seed)
        self.seed = seed
    }

    /// How many bytes are kept of all documents.
    package var tableByteCount: Int { table.byteCount }

    /// Takes a record in the first reading, each partition's in order; nil stands for a tombstone.
    package mutating func take(
        connection: [UInt8],
        key: [UInt8],
        value: RawSpan?,
        _ side: Side,
        topic: UInt16
    ) {
        let mark = marker.mark(connection: connection, key: DocumentKey(key))
        var content: UInt64?
        if let value {
            content = hash(value)
            if content == nil { strangeCount += 1 }
        }
        table.note(mark, side, topic: topic, content: content)
    }

    /// All records of a side are taken.
    package mutating func settle(_ side: Side) { table.settle(side) }

    /// A hash of what counts of a document; nil for what is none.
    mutating func hash(_ value: RawSpan) -> UInt64? { Self.hash(value, seed: seed, &parser, &buffer) }

    private static func hash(_ value: RawSpan, seed: UInt64, _ parser: inout Parser, _ buffer: inout Writer) -> UInt64?
    {
        guard let document = try? parser.parse(value) else { return nil }
        return DocumentComparison.hash(document, seed: seed, &buffer)
    }

    mutating func mark(_ connection: [UInt8], _ key: DocumentKey) -> RecordMark {
        marker.mark(connection: connection, key: key)
    }

    /// How a document differs, as far as it is known.
    func kind(of document: UInt64) -> DocumentVerdict.Kind { kind(of: document, table.verdict(of: document)) }

    private func kind(of document: UInt64, _ verdict: DocumentVerdict) -> DocumentVerdict.Kind {
        verdict.kind == .unsure ? joining.kind(of: document) : verdict.kind
    }

    /// How many documents there are of each kind, by data type.
    package var counts: [String: DocumentCounts] {
        var counts: [UInt8: DocumentCounts] = [:]
        table.eachDocument { document, type, verdict in
            counts[type, default: DocumentCounts()].add(kind(of: document, verdict))
        }
        var named: [String: DocumentCounts] = [:]
        for (type, count) in counts where count.total > 0 { named[marker.name(ofType: type)] = count }
        return named
    }
}

/// How many documents are the same on both sides, and how many are not.
package struct DocumentCounts: Equatable, Sendable {
    package private(set) var equal = 0
    package private(set) var changed = 0
    /// Those that only the live side has.
    package private(set) var missing = 0
    /// Those that only the other side has.
    package private(set) var extra = 0

    package init() {}

    package init(equal: Int, changed: Int, missing: Int, extra: Int) {
        (self.equal, self.changed, self.missing, self.extra) = (equal, changed, missing, extra)
    }

    mutating func add(_ kind: DocumentVerdict.Kind) {
        switch kind {
        case .equal: equal += 1
        case .changed, .unsure: changed += 1
        case .missing: missing += 1
        case .extra: extra += 1
        case .gone: break
        }
    }

    package static func + (left: Self, right: Self) -> Self {
        DocumentCounts(
            equal: left.equal + right.equal,
            changed: left.changed + right.changed,
            missing: left.missing + right.missing,
            extra: left.extra + right.extra
        )
    }

    package var differing: Int { changed + missing + extra }
    package var total: Int { equal + differing }
}

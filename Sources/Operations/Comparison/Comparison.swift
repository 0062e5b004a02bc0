import JSON
import Vocabulary

/// A comparison of two sets of documents, record by record, without I/O.
///
/// Every record is read up to three times, in any order of topics:
///
/// - `take` keeps a hash of each record.
/// - `join` joins documents of several records if the hashes of their records differ.
/// - `collect` collects the documents that are shown.
package struct Comparison: ~Copyable {
    var table = ContentTable()
    var joining = DocumentJoin()
    var shown: ShownDocuments
    private var marker: RecordMarker
    private var parser = Parser()
    private var buffer = Writer()
    private let seed: UInt64
    /// The number of records that are not documents.
    package private(set) var unrecognizedCount = 0

    /// - Parameters:
    ///   - limit: The largest number of differences to show.
    ///   - seed: A random seed for the hashes.
    package init(limit: Int, seed: UInt64) {
        shown = ShownDocuments(limit: limit)
        marker = RecordMarker(seed: seed)
        self.seed = seed
    }

    /// The memory that the hashes of all documents use.
    package var tableByteCount: Int { table.byteCount }

    /// Adds a record in the first pass; a nil value is a tombstone, and a nil form stands for Fork documents.
    ///
    /// The records of each partition must arrive in order.
    package mutating func take(
        connection: [UInt8],
        key: [UInt8],
        form: String? = nil,
        value: RawSpan?,
        _ side: Side,
        topic: UInt16
    ) {
        let mark = marker.mark(connection: connection, key: DocumentKey(key, form: form))
        var content: UInt64?
        if let value {
            content = hash(value, form: form)
            if content == nil { unrecognizedCount += 1 }
        }
        table.note(mark, side, topic: topic, content: content)
    }

    /// Ends the first pass over one side.
    package mutating func settle(_ side: Side) { table.settle(side) }

    /// Hashes the compared part of a value; returns nil if the value is not a document in this form.
    mutating func hash(_ value: RawSpan, form: String?) -> UInt64? {
        Self.hash(value, isWhole: form != nil, seed: seed, &parser, &buffer)
    }

    private static func hash(
        _ value: RawSpan,
        isWhole: Bool,
        seed: UInt64,
        _ parser: inout Parser,
        _ buffer: inout Writer
    ) -> UInt64? {
        guard let document = try? parser.parse(value) else { return nil }
        return isWhole
            ? DocumentComparison.hash(whole: document, seed: seed, &buffer)
            : DocumentComparison.hash(document, seed: seed, &buffer)
    }

    mutating func mark(_ connection: [UInt8], _ key: DocumentKey) -> RecordMark {
        marker.mark(connection: connection, key: key)
    }

    /// Returns how a document differs; `unsure` until its records are joined.
    func kind(of document: UInt64) -> DocumentVerdict.Kind { kind(of: document, table.verdict(of: document)) }

    private func kind(of document: UInt64, _ verdict: DocumentVerdict) -> DocumentVerdict.Kind {
        verdict.kind == .unsure ? joining.kind(of: document) : verdict.kind
    }

    /// Whether records must be read once more, to collect the documents that are shown.
    package var mustCollect: Bool { shown.limit > 0 && counts.values.contains { $0.differing > 0 } }

    /// The numbers of equal and different documents, by data type.
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

/// The numbers of documents that are equal, changed, or on one side only.
package struct DocumentCounts: Equatable, Sendable {
    package private(set) var equal = 0
    package private(set) var changed = 0
    /// The documents that exist only on the live side.
    package private(set) var missing = 0
    /// The documents that exist only on the other side.
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

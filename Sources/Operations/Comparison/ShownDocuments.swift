/// A document that differs between the two sides.
package struct DocumentDifference: Equatable, Sendable {
    package enum Kind: String, Sendable {
        case changed
        /// The document exists only on the live side (`missing`), or only on the other side (`extra`).
        case missing, extra
    }

    package let connection: [UInt8]
    package let id: [UInt8]
    /// The name of the form; nil for a Fork document.
    package let form: String?
    package let kind: Kind
    /// The paths at which the document differs.
    ///
    /// Empty if one side lacks the document, or if compaction has removed one of the compared versions.
    package let paths: [PathDifference]

    package init(connection: [UInt8], id: [UInt8], form: String? = nil, kind: Kind, paths: [PathDifference]) {
        self.connection = connection
        self.id = id
        self.form = form
        self.kind = kind
        self.paths = paths
    }
}

/// The differences to show: the first documents, ordered by connection, document id and form.
struct ShownDocuments {
    /// The sort key of a document.
    private struct Name: Comparable {
        let connection: [UInt8]
        let id: [UInt8]
        let form: String?

        static func < (left: Name, right: Name) -> Bool {
            if left.connection != right.connection {
                return left.connection.lexicographicallyPrecedes(right.connection)
            }
            if left.id != right.id { return left.id.lexicographicallyPrecedes(right.id) }
            return left.form ?? "" < right.form ?? ""
        }
    }

    let limit: Int
    private var names: [(name: Name, document: UInt64)] = []
    private var parts: [UInt64: Sides<[Int: [UInt8]]>] = [:]

    init(limit: Int) { self.limit = limit }

    /// Returns whether a document is among the first `limit` documents seen so far; may evict a later document.
    mutating func admits(_ document: UInt64, connection: [UInt8], _ key: DocumentKey) -> Bool {
        if parts[document] != nil { return true }
        if limit == 0 { return false }
        let name = Name(connection: connection, id: key.whole, form: key.form)
        if names.count == limit, let last = names.last, last.name < name { return false }
        var (low, high) = (0, names.count)
        while low < high {
            let middle = (low + high) / 2
            if names[middle].name < name { low = middle + 1 } else { high = middle }
        }
        names.insert((name, document), at: low)
        parts[document] = Sides(live: [:], other: [:])
        if names.count > limit, let last = names.popLast() { parts[last.document] = nil }
        return true
    }

    mutating func take(_ document: UInt64, part: Int, _ value: [UInt8], _ side: Side) {
        parts[document]?[side][part] = value
    }

    /// Calls `body` for each document in order, with its collected parts.
    func each(
        _ body: (
            _ connection: [UInt8], _ id: [UInt8], _ form: String?, _ document: UInt64, _ parts: Sides<[Int: [UInt8]]>
        ) -> Void
    ) {
        for (name, document) in names {
            if let parts = parts[document] { body(name.connection, name.id, name.form, document, parts) }
        }
    }
}

extension Comparison {
    /// Adds a record in the last pass.
    package mutating func collect(
        connection: [UInt8],
        key: [UInt8],
        form: String? = nil,
        value: RawSpan?,
        _ side: Side
    ) {
        let key = DocumentKey(key, form: form)
        let mark = mark(connection, key)
        let kind = kind(of: mark.document)
        guard kind != .equal, kind != .gone, shown.admits(mark.document, connection: connection, key),
            kind == .changed, let bytes = current(mark, value, form, side)
        else { return }
        shown.take(mark.document, part: key.part, bytes, side)
    }

    /// The first differences, ordered by connection, document id and form.
    package var differences: [DocumentDifference] {
        var differences: [DocumentDifference] = []
        shown.each { connection, id, form, document, parts in
            let verdict = table.verdict(of: document)
            func whole(_ side: Side) -> [UInt8]? {
                guard parts[side].count == verdict.records(side) else { return nil }
                return DocumentParts.joined(parts[side].sorted { $0.key < $1.key }.map(\.value))
            }
            var paths: [PathDifference] = []
            let kind: DocumentDifference.Kind
            switch verdict.kind {
            case .missing: kind = .missing
            case .extra: kind = .extra
            default:
                kind = .changed
                if let live = whole(.live), let other = whole(.other) {
                    paths = DocumentComparison.differences(live: live, other: other)
                }
            }
            differences.append(DocumentDifference(connection: connection, id: id, form: form, kind: kind, paths: paths))
        }
        return differences
    }
}

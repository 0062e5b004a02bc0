/// A document that differs between the two sides.
package struct DocumentDifference: Equatable, Sendable {
    package enum Kind: String, Sendable {
        case changed
        /// The document exists only on the live side (`missing`), or only on the other side (`extra`).
        case missing, extra
    }

    package let connection: [UInt8]
    package let id: [UInt8]
    package let kind: Kind
    /// The paths at which the document differs.
    ///
    /// Empty if one side lacks the document, or if compaction has removed one of the compared versions.
    package let paths: [PathDifference]

    package init(connection: [UInt8], id: [UInt8], kind: Kind, paths: [PathDifference]) {
        self.connection = connection
        self.id = id
        self.kind = kind
        self.paths = paths
    }
}

/// The differences to show: the first documents, ordered by connection and document id.
struct ShownDocuments {
    /// The sort key of a document.
    private struct Name: Comparable {
        let connection: [UInt8]
        let id: [UInt8]

        static func < (left: Name, right: Name) -> Bool {
            if left.connection != right.connection {
                return left.connection.lexicographicallyPrecedes(right.connection)
            }
            return left.id.lexicographicallyPrecedes(right.id)
        }
    }

    let limit: Int
    private var names: [(name: Name, document: UInt64)] = []
    private var parts: [UInt64: Sides<[Int: [UInt8]]>] = [:]

    init(limit: Int) { self.limit = limit }

    /// Returns whether a document is among the first `limit` documents seen so far; may evict a later document.
    mutating func admits(_ document: UInt64, connection: [UInt8], id: [UInt8]) -> Bool {
        if parts[document] != nil { return true }
        if limit == 0 { return false }
        let name = Name(connection: connection, id: id)
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
        _ body: (_ connection: [UInt8], _ id: [UInt8], _ document: UInt64, _ parts: Sides<[Int: [UInt8]]>) -> Void
    ) {
        for (name, document) in names {
            if let parts = parts[document] { body(name.connection, name.id, document, parts) }
        }
    }
}

extension Comparison {
    /// Adds a record in the last pass.
    package mutating func collect(connection: [UInt8], key: [UInt8], value: RawSpan?, _ side: Side) {
        let key = DocumentKey(key)
        let mark = mark(connection, key)
        let kind = kind(of: mark.document)
        guard kind != .equal, kind != .gone, shown.admits(mark.document, connection: connection, id: key.whole),
            kind == .changed, let bytes = current(mark, value, side)
        else { return }
        shown.take(mark.document, part: key.part, bytes, side)
    }

    /// The first differences, ordered by connection and document id.
    package var differences: [DocumentDifference] {
        var differences: [DocumentDifference] = []
        shown.each { connection, id, document, parts in
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
            differences.append(DocumentDifference(connection: connection, id: id, kind: kind, paths: paths))
        }
        return differences
    }
}

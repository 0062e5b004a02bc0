import JSON

/// The live documents of one connection: the newest record of each key.
package struct LiveDocuments: ~Copyable {
    /// The start time and the bytes of a record.
    private struct Record {
        let start: Double
        /// The number of parts of the document, if this is the first one; otherwise 1.
        let partCount: Int
        let bytes: [UInt8]
    }

    private var live: [DocumentKey: Record] = [:]
    private var parser = Parser()
    private let filter: DocumentFilter
    /// Whether the connection has any record, including tombstones.
    package private(set) var hasSeen = false
    /// The number of records that are not documents.
    package private(set) var unrecognizedCount = 0

    package init(_ filter: DocumentFilter) { self.filter = filter }

    /// Adds the next record, which replaces an earlier record with the same key.
    ///
    /// `id` is the record's key without the connection; `value` is nil for a tombstone.
    package mutating func take(id: [UInt8], value: RawSpan?) {
        hasSeen = true
        let key = DocumentKey(id)
        live[key] = nil
        guard let value, filter.takes(type: key.type) else { return }
        guard let bounds = Self.bounds(value, &parser) else {
            unrecognizedCount += 1
            return
        }
        if filter.asksForActivity(of: key.type), !filter.takes(activity: bounds.activity) { return }
        guard filter.takes(start: bounds.start, end: bounds.end, zone: bounds.zone) else { return }
        live[key] = Record(
            start: bounds.start,
            partCount: bounds.partCount,
            bytes: unsafe value.withUnsafeBytes { unsafe Array($0) }
        )
    }

    /// Parses the members that order and select documents; returns nil if the value is not a document.
    ///
    /// `activity` is the name of the first item.
    private static func bounds(
        _ value: RawSpan,
        _ parser: inout Parser
    ) -> (start: Double, end: Double, zone: String?, activity: String, partCount: Int)? {
        guard let root = try? parser.parse(value), let start = root.member("start_date")?.double,
            let end = root.member("end_date")?.double
        else { return nil }
        var items = root.member("data")?.elements
        let activity = items?.next()?.member("name")?.text?.string
        let partCount = root.member("parts")?.integer.map { Int(clamping: $0) } ?? 1
        return (start, end, root.member("time_zone")?.text?.string, activity ?? "", partCount)
    }

    /// Returns the documents ordered by type, start and id, with their parts joined.
    package consuming func documents() -> [JoinedDocument] {
        var parts: [[UInt8]: [(part: Int, record: Record)]] = [:]
        for (key, record) in live { parts[key.whole, default: []].append((key.part, record)) }
        live.removeAll()
        let order = parts.map { id, parts in
            (type: DocumentKey(id).type, start: parts[0].record.start, id: id)
        }.sorted { left, right in
            if left.type != right.type { return left.type.lexicographicallyPrecedes(right.type) }
            if left.start != right.start { return left.start < right.start }
            return left.id.lexicographicallyPrecedes(right.id)
        }
        return order.map { entry in
            let records = (parts.removeValue(forKey: entry.id) ?? []).sorted { $0.part < $1.part }
            // The first record states the number of parts, which can be any number in a foreign document.
            let partCount = max(1, records.first?.record.partCount ?? 1)
            return JoinedDocument(
                id: entry.id,
                bytes: DocumentParts.joined(records.map(\.record.bytes)),
                isComplete: records.count == partCount && records.map(\.part).elementsEqual(1...partCount)
            )
        }
    }
}

/// A document whose parts are joined.
package struct JoinedDocument: Equatable, Sendable {
    package let id: [UInt8]
    package let bytes: [UInt8]
    /// Whether the document has all of its parts.
    package let isComplete: Bool

    package init(id: [UInt8], bytes: [UInt8], isComplete: Bool = true) {
        self.id = id
        self.bytes = bytes
        self.isComplete = isComplete
    }
}

/// The id of a document record: `sleep/<UUID>`, or `sleep/<UUID>#2` for the second part.
struct DocumentKey: Hashable {
    /// The id of the document without the part number.
    let whole: [UInt8]
    let part: Int
    /// The name of the record's form; nil for a Fork document.
    let form: String?

    /// Parses the key of a record.
    ///
    /// Records in another form are not parts that can be joined, so each one counts as a document.
    init(_ bytes: [UInt8], form: String? = nil) {
        self.form = form
        if form == nil, let mark = bytes.lastIndex(of: UInt8(ascii: "#")),
            let number = Int(String(decoding: bytes[(mark + 1)...], as: UTF8.self)), number > 1
        {
            (whole, part) = (Array(bytes[..<mark]), number)
        } else {
            (whole, part) = (bytes, 1)
        }
    }

    /// The part of the id before the slash, or the whole id if there is no slash.
    var type: [UInt8] { Array(whole.prefix { $0 != UInt8(ascii: "/") }) }

    func hash(into hasher: inout Hasher) {
        unsafe whole.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
        hasher.combine(part)
        hasher.combine(form)
    }
}

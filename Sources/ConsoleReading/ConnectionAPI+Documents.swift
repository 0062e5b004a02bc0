import Health
import JSON
import Operations
import Serving
import Store
import Vocabulary

/// The documents of a connection.
extension ConnectionAPI {
    private static let usualLimit = 100
    private static let greatestLimit = 1_000
    /// The greatest number of bytes of the documents of one page, unless one document is longer.
    private static let pageBytes = 4 << 20
    /// How far a local day can reach beyond the UTC day with the same date, in seconds.
    private static let zoneSeconds = 36.0 * 3_600

    /// Which documents are asked for.
    private struct Selection {
        let type: DataType?
        let from: DocumentFilter.Bound?
        let to: DocumentFilter.Bound?
        let filter: DocumentFilter

        /// The days that the range is limited to; nil if it is open, or has instants.
        var days: ClosedRange<Day>? {
            guard case .day(let from) = from, case .day(let to) = to, from <= to else { return nil }
            return from...to
        }

        /// Whether a document may be asked for, in whatever time zone it is.
        func mayTake(_ known: KnownDocument) -> Bool {
            guard type == nil || known.type == type else { return false }
            return known.start < Self.instant(to, .infinity, 1) + zoneSeconds
                && known.end >= Self.instant(from, -.infinity, 0) - zoneSeconds
        }

        private static func instant(_ bound: DocumentFilter.Bound?, _ open: Double, _ daysLater: Int32) -> Double {
            switch bound {
            case nil: open
            case .instant(let instant): instant
            case .day(let day): Double(day.days + daysLater) * Instant.day
            }
        }
    }

    /// The documents of one page.
    private struct Listing {
        var documents: [[UInt8]] = []
        var bytes = 0
        var pending: [[UInt8]] = []
        var differs: [[UInt8]] = []
        /// The last document that was looked at, if there are more.
        var last: KnownDocument?
    }

    func documents(_ open: OpenConnection, _ request: ConsoleRequest) throws(ConsoleError) -> [UInt8] {
        let given = try request.parameters("type", "from", "to", "after", "limit")
        let limit = try Parameter.limit(given["limit"], usual: Self.usualLimit, greatest: Self.greatestLimit)
        let selection = try selection(given)
        let after = try given["after"].map { text throws(ConsoleError) in try Self.position(text) }
        let (shown, read) = (open.shown, open.read)
        var wanted = shown.current(on: selection.days)
        let zone = selection.from == nil && selection.to == nil ? nil : zoneName(shown, wanted)
        try read.check()
        wanted.removeAll { one in !selection.mayTake(one) || after.map { $0 >= one.position } ?? false }
        let page = list(wanted.lazy.filter { !$0.isFrozen }, of: open, selection, limit: limit)
        read.endsEarly = page.last != nil
        // A document that was not read to its end seems to differ.
        try read.check()
        let frozen = wanted.filter { one in
            one.isFrozen && page.last.map { one.position <= $0.position } ?? true
                && selection.filter.takes(start: one.start, end: one.end, zone: zone)
        }
        countDiffering(page.differs.count)
        return Writer.object { writer in
            at(open, into: &writer)
            writer.member("documents") { writer in writer.array(page.documents) { $1.raw($0) } }
            writer.member("frozen") { writer in writer.array(frozen) { $1.string($0.id) } }
            writer.member("pending") { writer in writer.array(page.pending) { $1.string($0) } }
            writer.member("differs") { writer in writer.array(page.differs) { $1.string($0) } }
            if let last = page.last { writer.member("next", Self.cursor(last)) }
        }
    }

    private func selection(_ given: [String: String]) throws(ConsoleError) -> Selection {
        let from = try Parameter.bound(given["from"], "from")
        let to = try Parameter.bound(given["to"], "to")
        let type = given["type"].flatMap { DataType(named: $0) }
        if given["type"] != nil, type == nil { throw Parameter.wrong("type", "a data type") }
        let filter = DocumentFilter(types: [], from: from, to: to, zones: zones)
        return Selection(type: type, from: from, to: to, filter: filter)
    }

    private func list(
        _ wanted: some Sequence<KnownDocument>,
        of open: OpenConnection,
        _ selection: Selection,
        limit: Int
    ) -> Listing {
        let (shown, budget) = (open.shown, open.read.budget)
        var page = Listing()
        var last: KnownDocument?
        shown.derive(wanted) { known, document in
            // Nothing that was read after the budget was spent is complete.
            let isOver = budget.isSpent || page.documents.count == limit
            let isLong = document.map { page.bytes + $0.json.count > Self.pageBytes && page.bytes > 0 } ?? false
            if isOver || isLong {
                page.last = last
                return false
            }
            last = known
            if let document {
                guard selection.filter.takes(start: document.start, end: document.end, zone: document.zone) else {
                    return true
                }
                page.documents.append(document.json)
                page.bytes += document.json.count
                budget.use(document.json.count)
            }
            switch document?.published ?? (shown.isPending ? .pending : .differs) {
            case .same: break
            case .pending: page.pending.append(known.id)
            case .differs: page.differs.append(known.id)
            }
            return true
        }
        return page
    }

    /// The place after a document, as `next` has it.
    private static func cursor(_ known: KnownDocument) -> String {
        "\(known.start),\(String(decoding: known.id, as: UTF8.self))"
    }

    private static func position(_ text: String) throws(ConsoleError) -> KnownDocument.Position {
        let parts = text.split(separator: ",", maxSplits: 1)
        guard parts.count == 2, let start = Double(parts[0]), start.isFinite,
            let type = DataType(named: String(parts[1].prefix { $0 != "/" }))
        else { throw Parameter.wrong("after", "the next of an earlier answer") }
        return KnownDocument.Position(type: type, start: start, id: Array(parts[1].utf8))
    }

    func document(
        _ id: String,
        of open: OpenConnection,
        _ request: ConsoleRequest
    ) throws(ConsoleError) -> [UInt8] {
        _ = try request.parameters()
        guard let known = open.shown.known(id) else { throw Self.unknownDocument }
        if known.isFrozen {
            return Writer.object { writer in
                at(open, into: &writer)
                writer.member("frozen", true)
            }
        }
        var found: ShownDocument?
        open.shown.derive([known]) { _, document in
            found = document
            return false
        }
        try open.read.check()
        guard let found else { throw Self.unknownDocument }
        open.read.budget.use(found.json.count)
        if found.published == .differs { countDiffering(1) }
        return Writer.object { writer in
            at(open, into: &writer)
            writer.member("document") { $0.raw(found.json) }
            writer.member("published", found.published.rawValue)
            writer.member("frozen", false)
        }
    }

    static let unknownDocument = ConsoleError(.unknownDocument, "the connection has no such document")
}

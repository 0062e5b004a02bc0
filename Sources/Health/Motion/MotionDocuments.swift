import JSON
import Vocabulary

/// Creates the motion document of one local day: an item for each source, with its runs by kind.
package struct MotionDocuments {
    let connection: ConnectionID
    let day: Day

    /// Creates the document from the activities of the days in `MotionReach.days`; nil if no run touches the day.
    package func document(_ rows: [Sample], of pool: Pool) -> Document? {
        guard rows.contains(where: mayTouch) else { return nil }
        var bounds = DayBounds(day)
        var membership = SampleMembership()
        var sources: [(key: [UInt8], runs: [ClippedRun])] = []
        for samples in Dictionary(grouping: rows, by: { pool.sourceNumbers[Int($0.origin)] }).values {
            var clipped: [ClippedRun] = []
            for run in MotionRuns.runs(samples) {
                let ofDay = bounds.bounds(run.first, pool)
                guard let one = ClippedRun(run, ofDay) else { continue }
                membership.add(run.first, ofDay)
                clipped.append(one)
            }
            if let first = clipped.first { sources.append((pool.origin(first.run.first).sourceKey, clipped)) }
        }
        if membership.isEmpty { return nil }
        sources.sort { $0.key.lexicographicallyPrecedes($1.key) }
        let provenance = Provenance(membership, pool: pool)
        let reach = (membership.start, membership.end)
        var document = Document(.motion, name: day.bytes, bounds: reach, provenance, of: connection)
        let positions = provenance.positions(pool)
        let items = sources.map { item($0.key, $0.runs, of: document, positions, pool) }
        document.item = items[0]
        document.others = Array(items.dropFirst())
        // The document freezes with the earliest activity that it is derived from, even one that it does not show.
        document.firstSampleDay = rows.reduce(Int32.max) { min($0, $1.utcDay) }
        return document
    }

    /// Whether a run that ends with this activity may touch the day, in any zone.
    private func mayTouch(_ sample: Sample) -> Bool { abs(sample.utcDay - day.days) <= 2 }

    private func item(
        _ sourceKey: [UInt8],
        _ runs: [ClippedRun],
        of document: Document,
        _ positions: Provenance.Positions,
        _ pool: Pool
    ) -> Item {
        let slash = [UInt8(ascii: "/")]
        let id = UUID128.v5(name: connection.bytes + slash + document.id + slash + sourceKey)
        var item = Item(id: id, name: document.type.nameBytes, start: document.start, end: document.end)
        var recorded: Int64 = 0
        for kind in MotionKind.allCases {
            let own = runs.filter { $0.run.kind == kind }
            if own.isEmpty { continue }
            let length = own.reduce(0) { $0 + $1.length }
            recorded += length
            item.metadata.computed.append((kind.rawValue, Self.seconds(length), "s"))
            let quantities = own.map { quantity($0, positions, pool) }
            item.data.append(Series(key: Array(kind.rawValue.utf8), quantities: quantities, isMovable: true))
        }
        item.metadata.computed.append(("recorded", Self.seconds(recorded), "s"))
        return item
    }

    private func quantity(_ clipped: ClippedRun, _ positions: Provenance.Positions, _ pool: Pool) -> Quantity {
        let run = clipped.run
        var quantity = Quantity(
            id: run.first.id,
            start: Self.seconds(clipped.start),
            end: Self.seconds(clipped.end),
            value: Self.seconds(clipped.length),
            unit: Self.unit,
            type: Self.words[Int(run.flags.rawValue)]
        )
        let metadata = run.first.extraCount == 0 ? [] : Extra(pool.extra(run.first)).metadata
        let confidences = Self.confidences
        let isPlain = metadata.isEmpty && run.confidence < confidences.count
        quantity.metadata =
            isPlain ? confidences[Int(run.confidence)][...] : Self.metadata(metadata, run.confidence)[...]
        quantity.source = positions.source(run.first)
        quantity.device = positions.device(run.first)
        return quantity
    }

    /// Returns the metadata of a sample together with a confidence.
    private static func metadata(_ sample: ArraySlice<UInt8>, _ confidence: UInt8) -> [UInt8] {
        var metadata = Metadata()
        metadata.sample = sample
        metadata.codes = [("confidence", Int64(confidence), "count")]
        var writer = Writer()
        metadata.write(into: &writer)
        return writer.bytes
    }

    private static let unit = Literals.quoted("s")
    /// The metadata of a quantity without sample metadata, by confidence; precomputed, because most samples have none.
    private static let confidences = (0...UInt8(2)).map { metadata([], $0) }
    /// The joined names of each set of flags as a JSON string, for example `"walking+running"`.
    private static let words = (0..<MotionActivity.Flags.setCount).map { bits in
        Literals.quoted(MotionActivity.Flags(rawValue: UInt8(bits)).names.joined(separator: "+"))
    }

    private static func seconds(_ tenths: Int64) -> Double { Double(tenths) / 10 }
}

/// The part of a run that lies in one day.
private struct ClippedRun {
    let run: MotionRun
    let start: Int64
    let end: Int64

    var length: Int64 { end - start }

    /// Creates the part of a run within a day; nil if the run has no time in the day.
    init?(_ run: MotionRun, _ day: (start: Double, end: Double)) {
        // Days begin at full seconds.
        let (first, last) = (Int64(day.start) * 10, Int64(day.end) * 10)
        self.run = run
        start = max(run.start, first)
        end = min(run.end, last)
        if run.start == run.end ? run.start < first || run.start >= last : start >= end { return nil }
    }
}

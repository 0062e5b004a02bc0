import Vocabulary

/// Creates the `heart` documents of single UTC hours, and the document of characteristics.
package struct HourDocuments {
    let connection: ConnectionID

    /// Returns the name of an hour, counted from 2001-01-01T00Z: `2024-04-16T13Z`.
    package static func name(_ hour: Int64) -> [UInt8] {
        let day = Int64((Double(hour) / 24).rounded(.down))
        let ofDay = hour - day * 24
        var name = Day(days: Int32(clamping: day)).bytes
        name.append(UInt8(ascii: "T"))
        name.append(UInt8(ascii: "0") + UInt8(ofDay / 10))
        name.append(UInt8(ascii: "0") + UInt8(ofDay % 10))
        name.append(UInt8(ascii: "Z"))
        return name
    }

    /// Creates the document of an hour; nil if no sample starts in it.
    package func document(_ hour: Int64, _ rows: [Sample], of pool: Pool) -> Document? {
        let bounds = (start: Double(hour) * 3600, end: Double(hour + 1) * 3600)
        // Only long samples can start in another hour.
        let isOfHour = { (sample: Sample) in Instant.utcHour(sample.start) == hour }
        let samples = Sample.sorted(rows.allSatisfy(isOfHour) ? rows : rows.filter(isOfHour))
        if samples.isEmpty { return nil }
        let membership = SampleMembership(samples, bounds: bounds)
        let provenance = Provenance(membership, pool: pool)
        var document = Document(.heart, name: Self.name(hour), bounds: bounds, provenance, of: connection)
        SampleItems(provenance).show(samples, of: pool, in: &document.item)
        let heartRate = SampleType.heartRate.index
        let rates = samples.lazy.filter { $0.type == heartRate }
        if rates.isEmpty { return document }
        let averages = Averages(ascending: rates, pool: pool)
        let unit = SampleType.heartRate.canonicalUnit?.string ?? "count"
        document.item.metadata.computed = [
            ("average", averages.average, unit), ("minimum", averages.minimum, unit),
            ("maximum", averages.maximum, unit),
        ]
        document.item.metadata.codes = [("count", averages.count, "count")]
        return document
    }

    /// Creates the document of characteristics.
    ///
    /// The document shows one sample for each type: the one with the greatest start. If several have this start, it
    /// shows the one that would count if they were copies of one sample.
    package func characteristics(_ rows: [Sample], of pool: Pool) -> Document? {
        if rows.isEmpty { return nil }
        var shown: [Sample] = []
        for (_, samples) in SampleGroups(rows).groups {
            guard let best = samples.max(by: { Self.isBefore($0, $1, pool) }) else { continue }
            shown.append(best)
        }
        let bounds = (start: shown.map(\.start).min() ?? 0, end: shown.map(\.end).max() ?? 0)
        let membership = SampleMembership(shown, bounds: bounds)
        let provenance = Provenance(membership, pool: pool)
        var document = Document(.characteristic, name: [], bounds: bounds, provenance, of: connection)
        SampleItems(provenance).show(shown, of: pool, in: &document.item)
        // Characteristics never expire, so their document never freezes.
        document.firstSampleDay = .max
        return document
    }

    private static func isBefore(_ left: Sample, _ right: Sample, _ pool: Pool) -> Bool {
        if left.start != right.start { return left.start < right.start }
        return pool.isSame(left, right) ? left.id < right.id : pool.replaces(right, left)
    }
}

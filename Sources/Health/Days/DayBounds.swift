/// The local day of a document: its bounds are the least midnight and the greatest of its samples' zones.
package struct DayBounds {
    /// The day.
    package let day: Day
    private var cache: [Int32: (start: Double, end: Double)] = [:]

    /// A local day.
    package init(_ day: Day) { self.day = day }

    /// The day's bounds in a sample's zone.
    package mutating func bounds(_ sample: Sample, _ pool: Pool) -> (start: Double, end: Double) {
        if let known = cache[sample.origin] { return known }
        let bounds = pool.zone(sample).bounds(of: day)
        cache[sample.origin] = bounds
        return bounds
    }

    /// The bounds over all samples of a document, of which there is at least one.
    package mutating func union(_ samples: [Sample], _ pool: Pool) -> (start: Double, end: Double) {
        var start = Double.infinity
        var end = -Double.infinity
        for sample in samples {
            let bounds = bounds(sample, pool)
            start = min(start, bounds.start)
            end = max(end, bounds.end)
        }
        return (start, end)
    }

    /// Whether a sample starts on the day, in its own zone.
    package mutating func holdsStart(_ sample: Sample, _ pool: Pool) -> Bool {
        let bounds = bounds(sample, pool)
        return bounds.start <= sample.start && sample.start < bounds.end
    }
}

extension Document {
    /// A document of samples, of which there is at least one, with an item of the same bounds and name.
    ///
    /// Zone, lists of sources and devices, and the item's id follow from the samples and the name.
    package init(
        _ type: DataType,
        name: [UInt8],
        bounds: (start: Double, end: Double),
        samples: [Sample],
        provenance: Provenance,
        pool: Pool,
        connection: ConnectionID
    ) {
        self.type = type
        self.name = name
        start = bounds.start
        end = bounds.end
        var last = samples[0]
        var first = samples[0].start
        for sample in samples {
            if (sample.start, sample.id) > (last.start, last.id) { last = sample }
            first = min(first, sample.start)
        }
        zone = pool.zone(last).name
        sources = provenance.sources
        devices = provenance.devices
        firstSampleDay = Instant.utcDay(first)
        let path = connection.bytes + [UInt8(ascii: "/")] + Document.id(type, name)
        item = Item(id: UUID128.v5(name: path), name: Array(type.name.utf8), start: start, end: end)
    }
}

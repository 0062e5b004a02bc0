import JSON
import Vocabulary

/// Shows samples in an item: quantities and categories under their identifiers, all other samples as nested items.
package struct SampleItems {
    private let provenance: Provenance

    package init(_ provenance: Provenance) {
        self.provenance = provenance
    }

    /// Adds samples, which must be ascending, to an item.
    package func show(_ samples: [Sample], of pool: Pool, in item: inout Item) {
        item.data = series(samples, of: pool)
        item.nested = nested(samples, of: pool)
    }

    /// Returns the series of quantity and category samples, ordered by key.
    package func series(_ samples: [Sample], of pool: Pool) -> [Series] {
        var types: [SampleType] = []
        var last: UInt16?
        for sample in samples where sample.type != last {
            last = sample.type
            guard let type = Catalogue.sampleType(at: sample.type), type.isListed, !types.contains(type) else {
                continue
            }
            types.append(type)
        }
        types.sort { $0.identifierBytes.lexicographicallyPrecedes($1.identifierBytes) }
        if types.isEmpty { return [] }
        let positions = provenance.positions(pool)
        return types.map { type in
            let series = SampleSeries(type, of: samples, pool: pool, positions: positions)
            return Series(key: type.identifierBytes, samples: series, isMovable: true)
        }
    }

    /// Returns nested items for samples other than quantities and categories, by the identifier of the type.
    ///
    /// The key of routes is `workoutRoute`.
    package func nested(_ samples: [Sample], of pool: Pool) -> [Nested] {
        if samples.allSatisfy({ Catalogue.sampleType(at: $0.type)?.isListed ?? true }) { return [] }
        var items: [[UInt8]: [Item]] = [:]
        var parser = Parser()
        for sample in samples {
            guard let type = Catalogue.sampleType(at: sample.type), !type.isListed else { continue }
            let key = type.kind == .workoutRoute ? Array(DataType.workoutRoute.name.utf8) : type.identifierBytes
            items[key, default: []].append(item(sample, type, of: pool, key: key, &parser))
        }
        return items.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map {
            Nested(key: $0.key, items: $0.value, isMovable: true)
        }
    }

    private func item(
        _ sample: Sample,
        _ type: SampleType,
        of pool: Pool,
        key: [UInt8],
        _ parser: inout Parser
    ) -> Item {
        let extra = Extra(pool.extra(sample))
        let origin = pool.origin(sample)
        var item = Item(id: sample.id, name: key, start: sample.start, end: sample.end)
        item.metadata.sample = extra.metadata
        item.source = origin.source
        item.device = origin.device
        switch type.kind {
        case .workoutRoute:
            item.coordinates = Location.unpack(extra.payload)
        case .correlation:
            item.data = members(extra.payload, pool.zones)
        case .motion:
            item.data = FieldSeries.series(of: MotionActivity(value: sample.value), at: sample.start)
        default:
            guard let fields = try? parser.parse(Array(extra.payload)) else { return item }
            item.data = FieldSeries.series(of: fields, start: sample.start, end: sample.end, type: type)
        }
        return item
    }

    /// Returns the series of a correlation's members, by identifier.
    private func members(_ payload: ArraySlice<UInt8>, _ zones: ZoneTable) -> [Series] {
        var own = Pool(zones: zones)
        guard let segment = Segment(Array(payload), pool: &own) else { return [] }
        let samples = segment.rows.sorted(by: Sample.ascending)
        return SampleItems(provenance.of(own)).series(samples, of: own).map { series in
            var fixed = series
            fixed.isMovable = false
            return fixed
        }
    }
}

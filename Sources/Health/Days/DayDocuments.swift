package import Vocabulary

/// Creates the documents of one local day.
///
/// Each document depends only on the samples in the day's window.
package struct DayDocuments {
    let connection: ConnectionID

    /// Creates a document of daily totals: `steps`, `distance`, `calories` or `flightsClimbed`.
    ///
    /// - Returns: Nil if no sample overlaps the day.
    package func totals(_ type: DataType, _ day: Day, _ tallies: [DayTally], of pool: Pool) -> Document? {
        var membership = SampleMembership()
        // Accessed by index, because an iterator would copy each tally.
        for index in tallies.indices { membership.formUnion(tallies[index].membership) }
        if membership.isEmpty { return nil }
        let provenance = Provenance(membership, pool: pool)
        let reach = (membership.start, membership.end)
        var document = Document(type, name: day.bytes, bounds: reach, provenance, of: connection)
        document.item.data = series(tallies, of: document, by: Self.documentKeys)
        return document
    }

    /// Creates a day's summary: the tally of every quantity type, and the activity rings.
    package func summary(
        _ day: Day,
        _ tallies: [DayTally],
        rings: [Sample],
        of pool: Pool
    ) -> Document? {
        var bounds = DayBounds(day)
        var membership = SampleMembership()
        // Accessed by index, because an iterator would copy each tally.
        for index in tallies.indices { membership.formUnion(tallies[index].membership) }
        let rings = Sample.sorted(rings.filter { bounds.holdsStart($0, pool) })
        for ring in rings { membership.add(ring, bounds.bounds(ring, pool)) }
        if membership.isEmpty { return nil }
        let provenance = Provenance(membership, pool: pool)
        let reach = (membership.start, membership.end)
        var document = Document(.activitiesSummary, name: day.bytes, bounds: reach, provenance, of: connection)
        document.item.data = series(tallies, of: document, by: Self.identifiers)
        document.item.nested = SampleItems(provenance).nested(rings, of: pool)
        return document
    }

    /// Creates a day's document of a data type that lists its samples.
    package func samples(
        _ type: DataType,
        _ day: Day,
        _ rows: [Sample],
        of pool: Pool
    ) -> Document? {
        var bounds = DayBounds(day)
        var membership = SampleMembership()
        var today: [Sample] = []
        today.reserveCapacity(rows.count)
        for row in rows where bounds.holdsStart(row, pool) {
            membership.add(row, bounds.bounds(row, pool))
            today.append(row)
        }
        if membership.isEmpty { return nil }
        let provenance = Provenance(membership, pool: pool)
        let reach = (membership.start, membership.end)
        var document = Document(type, name: day.bytes, bounds: reach, provenance, of: connection)
        SampleItems(provenance).show(Sample.sorted(today), of: pool, in: &document.item)
        return document
    }

    private func series(_ tallies: [DayTally], of document: Document, by keys: Keys) -> [Series] {
        // Numbers are sorted instead of tallies, because moving tallies is slower.
        var order = tallies.indices.map { keys.ranks[Int(tallies[$0].type.index)] << 32 | $0 }
        order.sort()
        return order.map { place in
            let index = place & 0xFFFF_FFFF
            let type = Int(tallies[index].type.index)
            let unit = Literals.units[type]
            let quantities = tallies[index].values.map {
                $0.quantity(start: document.start, end: document.end, unit: unit)
            }
            return Series(key: keys.texts[type], quantities: quantities)
        }
    }

    private static let identifiers = Keys { $0.identifierBytes }
    private static let documentKeys = Keys { $0.documentKeyBytes }

    /// The document key of each type, and the alphabetical rank of each key.
    private struct Keys {
        let texts: [[UInt8]]
        let ranks: [Int]

        init(_ key: (SampleType) -> [UInt8]) {
            let texts = Catalogue.sampleTypes.map(key)
            let sorted = texts.sorted { $0.lexicographicallyPrecedes($1) }
            self.texts = texts
            ranks = texts.map { text in sorted.partitioningIndex { !$0.lexicographicallyPrecedes(text) } }
        }
    }
}

/// The documents of one local day.
///
/// Each is a function of the samples that the day's window holds.
package struct DayDocuments {
    private let connection: ConnectionID

    /// The documents of a connection.
    package init(_ connection: ConnectionID) {
        self.connection = connection
    }

    /// A day's totals: `steps`, `distance`, `calories`, `flightsClimbed`.
    ///
    /// nil when no sample has time on that day.
    package func totals(_ type: DataType, _ day: Day, _ tallies: [DayTally], of pool: Pool) -> Document? {
        var membership = Membership()
        for tally in tallies { membership.formUnion(tally.membership) }
        if membership.isEmpty { return nil }
        var document = document(type, day, membership, Provenance(membership, pool: pool), pool)
        document.item.data = series(tallies, of: document) { $0.documentKeyBytes }
        return document
    }

    /// A day's summary of every quantity type, and its activity rings.
    package func summary(
        _ day: Day,
        _ tallies: [DayTally],
        rings: [Sample],
        of pool: Pool
    ) -> Document? {
        var bounds = DayBounds(day)
        var membership = Membership()
        for tally in tallies { membership.formUnion(tally.membership) }
        let rings = Sample.sorted(rings.filter { bounds.holdsStart($0, pool) })
        for ring in rings { membership.add(ring, bounds.bounds(ring, pool)) }
        if membership.isEmpty { return nil }
        let provenance = Provenance(membership, pool: pool)
        var document = document(.activitiesSummary, day, membership, provenance, pool)
        document.item.data = series(tallies, of: document) { $0.identifierBytes }
        document.item.nested = SampleItems(provenance).nested(rings, of: pool)
        return document
    }

    /// A day's samples of every other data type.
    package func samples(
        _ type: DataType,
        _ day: Day,
        _ rows: [Sample],
        of pool: Pool
    ) -> Document? {
        var bounds = DayBounds(day)
        var membership = Membership()
        var today: [Sample] = []
        today.reserveCapacity(rows.count)
        for row in rows where bounds.holdsStart(row, pool) {
            membership.add(row, bounds.bounds(row, pool))
            today.append(row)
        }
        if membership.isEmpty { return nil }
        let provenance = Provenance(membership, pool: pool)
        var document = document(type, day, membership, provenance, pool)
        SampleItems(provenance).show(Sample.sorted(today), of: pool, in: &document.item)
        return document
    }

    private func series(_ tallies: [DayTally], of document: Document, _ key: (SampleType) -> [UInt8]) -> [Series] {
        var all = tallies.map { tally in
            let unit = Literals.units[Int(tally.type.index)]
            let quantities = tally.values.map { value, word in
                Quantity(start: document.start, end: document.end, value: value, unit: unit, type: word)
            }
            return Series(key: key(tally.type), quantities: quantities)
        }
        all.sort { $0.key.lexicographicallyPrecedes($1.key) }
        return all
    }

    private func document(
        _ type: DataType,
        _ day: Day,
        _ membership: Membership,
        _ provenance: Provenance,
        _ pool: Pool
    ) -> Document {
        Document(
            type,
            name: day.bytes,
            bounds: (membership.start, membership.end),
            membership: membership,
            provenance: provenance,
            pool: pool,
            connection: connection
        )
    }
}

/// The documents of one local day.
///
/// Each is a function of the samples that the day's window holds.
package struct DayDocuments {
    private let connection: ConnectionID
    private let pool: Pool
    private let priority: [String]

    /// The documents of a connection.
    package init(_ connection: ConnectionID, pool: Pool, rules: Rules) {
        self.connection = connection
        self.pool = pool
        priority = rules.sourcePriority
    }

    /// A day's totals: `steps`, `distance`, `calories`, `flightsClimbed`.
    ///
    /// nil when no sample has time on that day.
    package func totals(_ type: DataType, _ day: Day, _ rows: [Sample]) -> Document? {
        var bounds = DayBounds(day)
        var members: [Sample] = []
        var sums: [(type: SampleType, sum: Double)] = []
        for (sampleType, samples) in Self.byType(rows) {
            let total = total(samples, &bounds)
            if total.members.isEmpty { continue }
            members += total.members
            sums.append((sampleType, total.sum))
        }
        guard var document = document(type, day, members, &bounds) else { return nil }
        let (start, end) = (document.start, document.end)
        document.item.data = sums.map { type, sum in
            let unit = Words.units[Int(type.index)]
            let quantity = Quantity(start: start, end: end, value: sum, unit: unit, type: Words.sum)
            return Series(key: type.documentKeyBytes, quantities: [quantity])
        }
        document.item.data.sort { $0.key.lexicographicallyPrecedes($1.key) }
        return document
    }

    /// A day's summary of every quantity type, and its activity rings.
    package func summary(
        _ day: Day,
        quantities: [Sample],
        rings: [Sample],
        context: inout Context
    ) -> Document? {
        var bounds = DayBounds(day)
        var members: [Sample] = []
        var values: [(type: SampleType, values: [(value: Double, word: [UInt8])])] = []
        for (type, samples) in Self.byType(quantities) {
            if type.isCumulative {
                let total = total(samples, &bounds)
                if total.members.isEmpty { continue }
                members += total.members
                values.append((type, [(total.sum, Words.sum)]))
            } else {
                let today = samples.filter { bounds.holdsStart($0, pool) }
                if today.isEmpty { continue }
                members += today
                values.append((type, Self.averages(today, pool)))
            }
        }
        let rings = rings.filter { bounds.holdsStart($0, pool) }
        guard var document = document(.activitiesSummary, day, members + rings, &bounds) else { return nil }
        let (start, end) = (document.start, document.end)
        document.item.data = values.map { type, values in
            let unit = Words.units[Int(type.index)]
            let quantities = values.map { value, word in
                Quantity(start: start, end: end, value: value, unit: unit, type: word)
            }
            return Series(key: type.identifierBytes, quantities: quantities)
        }
        document.item.data.sort { $0.key.lexicographicallyPrecedes($1.key) }
        let shown = SampleItems(pool: pool, provenance: Provenance(members + rings, pool: pool))
        document.item.nested = shown.nested(rings, context: &context)
        return document
    }

    /// A day's samples of every other data type.
    package func samples(_ type: DataType, _ day: Day, _ rows: [Sample], context: inout Context) -> Document? {
        var bounds = DayBounds(day)
        let today = rows.filter { bounds.holdsStart($0, pool) }.sorted(by: Sample.ascending)
        guard var document = document(type, day, today, &bounds) else { return nil }
        SampleItems(pool: pool, provenance: Provenance(today, pool: pool))
            .show(today, in: &document.item, context: &context)
        return document
    }

    /// Average, least and greatest, with their words.
    package static func averages(_ samples: [Sample], _ pool: Pool) -> [(value: Double, word: [UInt8])] {
        let averages = Averages(samples, pool: pool)
        return [
            (averages.average, Words.average), (averages.minimum, Words.minimum), (averages.maximum, Words.maximum),
        ]
    }

    /// Samples by their type, ascending by its number in the catalogue.
    package static func byType(_ rows: [Sample]) -> [(SampleType, [Sample])] {
        Dictionary(grouping: rows, by: \.type).sorted { $0.key < $1.key }.compactMap { index, samples in
            Catalogue.sampleType(at: index).map { ($0, samples) }
        }
    }

    private func total(_ samples: [Sample], _ bounds: inout DayBounds) -> (sum: Double, members: [Sample]) {
        Totals(samples, pool: pool, priority: priority).total { bounds.bounds($0, pool) }
    }

    private func document(
        _ type: DataType,
        _ day: Day,
        _ members: [Sample],
        _ bounds: inout DayBounds
    ) -> Document? {
        if members.isEmpty { return nil }
        return Document(
            type,
            name: Array(day.text.utf8),
            bounds: bounds.union(members, pool),
            samples: members,
            provenance: Provenance(members, pool: pool),
            pool: pool,
            connection: connection
        )
    }
}

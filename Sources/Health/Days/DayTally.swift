/// What the samples of one type come to on one local day.
package struct DayTally {
    package let type: SampleType
    /// The total, or average, least and greatest, with their words.
    package let values: [(value: Double, word: [UInt8])]
    /// The samples that have a part in it, of which there is at least one.
    package let membership: Membership

    /// The tallies of the quantity samples of a stream on a day, ascending by the number of their type in the catalogue.
    ///
    /// `rows` are all that could have a part in it, in any order.
    static func tallies(_ rows: [ArraySlice<Sample>], _ day: Day, pool: Pool, priority: [String]) -> [DayTally] {
        var bounds = DayBounds(day)
        return SampleGroups(rows).groups.compactMap { index, samples in
            guard let type = Catalogue.sampleType(at: index), type.kind == .quantity else { return nil }
            var membership = Membership()
            if type.isCumulative {
                let total = Totals(samples, pool: pool, priority: priority)
                    .total(into: &membership) { bounds.bounds($0, pool) }
                return total.map { DayTally(type: type, values: [($0, Literals.sum)], membership: membership) }
            }
            var today: [Sample] = []
            today.reserveCapacity(samples.count)
            for sample in samples {
                let bounds = bounds.bounds(sample, pool)
                guard bounds.start <= sample.start, sample.start < bounds.end else { continue }
                membership.add(sample, bounds)
                today.append(sample)
            }
            if today.isEmpty { return nil }
            return DayTally(type: type, values: Averages(today, pool: pool).worded, membership: membership)
        }
    }
}

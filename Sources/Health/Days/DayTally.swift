package import Vocabulary

/// The total or the averages of one type's samples on one local day.
package struct DayTally {
    package let type: SampleType
    /// The total, or the average, the minimum and the maximum.
    package let values: [Aggregate]
    /// The samples that the values were computed from; never empty.
    package let membership: SampleMembership

    /// Creates the tallies of a stream's quantity samples on a day, ascending by type.
    ///
    /// `rows` must contain every sample that can overlap the day, in any order.
    static func tallies(_ rows: [ArraySlice<Sample>], _ day: Day, pool: Pool, priority: [String]) -> [DayTally] {
        var dayBounds = DayBounds(day)
        let groups = SampleGroups(rows).groups
        var tallies: [DayTally] = []
        tallies.reserveCapacity(groups.count)
        for (index, samples) in groups {
            guard let type = Catalogue.sampleType(at: index), type.kind == .quantity else { continue }
            var membership = SampleMembership()
            if type.isCumulative {
                let total = Totals(samples, pool: pool, priority: priority)
                    .total(into: &membership) { dayBounds.bounds($0, pool) }
                guard let total else { continue }
                tallies.append(DayTally(type: type, values: [Aggregate(Literals.sum, total)], membership: membership))
                continue
            }
            var today: [Sample] = []
            today.reserveCapacity(samples.count)
            for sample in samples {
                let bounds = dayBounds.bounds(sample, pool)
                guard bounds.start <= sample.start, sample.start < bounds.end else { continue }
                membership.add(sample, bounds)
                today.append(sample)
            }
            if today.isEmpty { continue }
            let values = Averages(today, pool: pool).aggregates
            tallies.append(DayTally(type: type, values: values, membership: membership))
        }
        return tallies
    }
}

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
        var spans = Spans(bounds: DayBounds(day), pool: pool)
        let groups = SampleGroups(rows).groups
        var tallies: [DayTally] = []
        tallies.reserveCapacity(groups.count)
        for (index, samples) in groups {
            guard let type = Catalogue.sampleType(at: index), type.kind == .quantity else { continue }
            var membership = SampleMembership()
            if type.isCumulative {
                let total = Totals(samples, pool: pool, priority: priority)
                    .total(into: &membership) { spans.span(of: $0) }
                guard let total else { continue }
                tallies.append(DayTally(type: type, values: [Aggregate(Literals.sum, total)], membership: membership))
                continue
            }
            var today: [Sample] = []
            today.reserveCapacity(samples.count)
            for sample in samples {
                let bounds = spans.span(of: sample)
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

    /// The day's bounds by zone, together with the pool.
    ///
    /// A closure that captures both would copy the pool for each type.
    private struct Spans {
        var bounds: DayBounds
        let pool: Pool

        mutating func span(of sample: Sample) -> (start: Double, end: Double) { bounds.bounds(sample, pool) }
    }
}

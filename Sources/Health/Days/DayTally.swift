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
        var spans = Spans(bounds: DayBounds(day), pool: pool)
        let groups = SampleGroups(rows).groups
        var tallies: [DayTally] = []
        tallies.reserveCapacity(groups.count)
        for (index, samples) in groups {
            guard let type = Catalogue.sampleType(at: index), type.kind == .quantity else { continue }
            var membership = Membership()
            if type.isCumulative {
                let total = Totals(samples, pool: pool, priority: priority)
                    .total(into: &membership) { spans.span(of: $0) }
                guard let total else { continue }
                tallies.append(DayTally(type: type, values: [(total, Literals.sum)], membership: membership))
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
            let values = Averages(today, pool: pool).worded
            tallies.append(DayTally(type: type, values: values, membership: membership))
        }
        return tallies
    }

    /// The day's bounds in the zones of samples: together with the pool, which is copied for each type where it is apart.
    private struct Spans {
        var bounds: DayBounds
        let pool: Pool

        mutating func span(of sample: Sample) -> (start: Double, end: Double) { bounds.bounds(sample, pool) }
    }
}

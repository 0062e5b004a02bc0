/// The overlap rule for samples of one cumulative type: a sample counts only for the part of its time that no
/// better-ranked source covers, in proportion; samples of equal rank never cover each other.
package struct Totals {
    private let rows: [Sample]
    /// For each row, what better-ranked sources cover; nil where nothing can.
    private var covers: [Int: Spans] = [:]

    /// The totals of samples of one type, in any order.
    package init(_ samples: [Sample], pool: Pool, priority: [String]) {
        rows = samples.sorted(by: Sample.ascending)
        guard Set(rows.map { Rough(origin: $0.origin, isEntered: $0.flags.contains(.userEntered)) }).count > 1 else {
            return
        }
        let ranks = rows.map { SourceRank($0, pool: pool, priority: priority) }
        var better: [(start: Double, end: Double)] = []
        for rank in Set(ranks).sorted() {
            let cover = Spans(better)
            for index in rows.indices where ranks[index] == rank {
                if !better.isEmpty { covers[index] = cover }
                better.append((rows[index].start, rows[index].end))
            }
        }
    }

    /// What differs between samples of different ranks, cheap to compare.
    private struct Rough: Hashable {
        let origin: Int32
        let isEntered: Bool
    }

    /// The samples that have time in a span, and what they add up to there.
    ///
    /// The span can differ from sample to sample, because their zones can.
    package func total(within span: (Sample) -> (start: Double, end: Double)) -> (sum: Double, members: [Sample]) {
        var sum = 0.0
        var members: [Sample] = []
        for (index, row) in rows.enumerated() {
            let (from, to) = span(row)
            guard Interval.overlap(row.start, row.end, from, to) else { continue }
            members.append(row)
            sum += part(index, row, from, to)
        }
        return (sum, members)
    }

    private func part(_ index: Int, _ row: Sample, _ from: Double, _ to: Double) -> Double {
        guard row.end > row.start else {
            return covers[index]?.contains(row.start) ?? false ? 0 : row.value
        }
        let start = max(row.start, from)
        let end = min(row.end, to)
        let free = covers[index].map { $0.uncovered(start, end) } ?? end - start
        return free == row.duration ? row.value : row.value * (free / row.duration)
    }
}

/// Average, least and greatest of samples of one discrete type; a condensed sample counts as often as it says.
package struct Averages {
    private var sum = 0.0
    private var weight = 0.0
    /// The least measurement.
    package private(set) var minimum = Double.infinity
    /// The greatest measurement.
    package private(set) var maximum = -Double.infinity

    /// The averages of samples, which are taken in ascending order.
    package init(_ samples: [Sample], pool: Pool) {
        for sample in samples.sorted(by: Sample.ascending) {
            if sample.flags.contains(.condensed) {
                let extra = Extra(pool.extra(sample))
                add(sample.value, times: Double(extra.count))
                minimum = min(minimum, extra.minimum ?? sample.value)
                maximum = max(maximum, extra.maximum ?? sample.value)
            } else {
                add(sample.value, times: 1)
                minimum = min(minimum, sample.value)
                maximum = max(maximum, sample.value)
            }
        }
    }

    private mutating func add(_ value: Double, times: Double) {
        sum += value * times
        weight += times
    }

    /// The average.
    package var average: Double { sum / weight }
}

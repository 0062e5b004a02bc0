/// The overlap rule for samples of one cumulative type: a sample counts only for the part of its time that no
/// better-ranked source covers, in proportion; samples of equal rank never cover each other.
package struct Totals {
    private let rows: [Sample]
    /// The positions of rows of one rank each, the best rank first.
    private let ranks: [[Int]]

    /// The totals of samples of one type, in any order.
    package init(_ samples: [Sample], pool: Pool, priority: [String]) {
        let rows = samples.sorted(by: Sample.ascending)
        self.rows = rows
        let origins = Set(rows.map { Rough(origin: $0.origin, isEntered: $0.flags.contains(.userEntered)) })
        guard origins.count > 1 else {
            ranks = [Array(rows.indices)]
            return
        }
        ranks = Dictionary(grouping: rows.indices) { SourceRank(rows[$0], pool: pool, priority: priority) }
            .sorted { $0.key < $1.key }.map(\.value)
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
        var parts = [Double?](repeating: nil, count: rows.count)
        // One cover that grows from rank to rank: a cover for each rank would take the square of their number.
        var cover = Spans()
        for rank in ranks {
            for index in rank {
                let row = rows[index]
                let (from, to) = span(row)
                guard Interval.overlap(row.start, row.end, from, to) else { continue }
                parts[index] = Self.part(row, from, to, cover)
            }
            if ranks.count == 1 { break }
            for index in rank { cover.insert(rows[index].start, rows[index].end) }
        }
        var sum = 0.0
        var members: [Sample] = []
        for (row, part) in zip(rows, parts) {
            guard let part else { continue }
            sum += part
            members.append(row)
        }
        return (sum, members)
    }

    private static func part(_ row: Sample, _ from: Double, _ to: Double, _ cover: Spans) -> Double {
        guard row.end > row.start else { return cover.contains(row.start) ? 0 : row.value }
        let free = cover.uncovered(max(row.start, from), min(row.end, to))
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

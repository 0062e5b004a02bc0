/// Adds up samples of one cumulative type by the overlap rule.
///
/// If a better-ranked source covers a part of a sample's time, only the remaining part counts, in proportion. Samples
/// of equal rank never cover each other. For example, if a phone's 600 steps and a watch's 640 steps cover the same ten
/// minutes, the total is 640.
package struct Totals {
    private let rows: [Sample]
    /// The rank of each row, 0 for the best; empty if all have the same rank.
    private let ranks: [Int32]
    private let rankCount: Int

    /// Creates the totals of samples of one type, in any order.
    package init(_ samples: [Sample], pool: borrowing Pool, priority: borrowing [String]) {
        rows = Sample.sorted(samples)
        let table = RankTable(rows, pool: pool, priority: priority)
        rankCount = table.count
        ranks = rankCount > 1 ? rows.map { table.rank($0) } : []
    }

    /// Returns the total of the samples that overlap a span; nil if no sample does.
    ///
    /// The span can differ between samples, because their zones can differ. Counted samples are added to `membership`.
    package func total(
        into membership: inout SampleMembership,
        within span: (Sample) -> (start: Double, end: Double)
    ) -> Double? {
        rankCount == 1 ? plainTotal(&membership, span) : rankedTotal(&membership, span)
    }

    /// Returns the total if all samples have the same rank, so that no sample covers another.
    private func plainTotal(
        _ membership: inout SampleMembership,
        _ span: (Sample) -> (start: Double, end: Double)
    ) -> Double? {
        var sum: Double?
        for row in rows {
            let bounds = span(row)
            guard Interval.overlap(row.start, row.end, bounds.start, bounds.end) else { continue }
            membership.add(row, bounds)
            let whole = row.start >= bounds.start && row.end <= bounds.end
            let share = whole ? 1 : Self.share(row, bounds.start, bounds.end, Spans())
            sum = (sum ?? 0) + row.value * share
        }
        return sum
    }

    private func rankedTotal(
        _ membership: inout SampleMembership,
        _ span: (Sample) -> (start: Double, end: Double)
    ) -> Double? {
        let shares = rankedShares(&membership, span)
        var sum: Double?
        for index in shares.indices where !shares[index].isNaN { sum = (sum ?? 0) + rows[index].value * shares[index] }
        return sum
    }

    /// Returns the share of each row that counts; NaN for rows that do not overlap their span.
    private func rankedShares(
        _ membership: inout SampleMembership,
        _ span: (Sample) -> (start: Double, end: Double)
    ) -> [Double] {
        var shares = [Double](repeating: .nan, count: rows.count)
        // One set of spans that grows from rank to rank. A separate set for each rank would take quadratic time.
        var cover = Spans()
        let (order, ends) = byRank()
        for rank in 0..<rankCount {
            let indices = order[(rank == 0 ? 0 : ends[rank - 1])..<ends[rank]]
            for index in indices {
                let row = rows[index]
                let (from, to) = span(row)
                guard Interval.overlap(row.start, row.end, from, to) else { continue }
                shares[index] = Self.share(row, from, to, cover)
                membership.add(row, (from, to))
            }
            if rank == rankCount - 1 { break }
            for index in indices { cover.insert(rows[index].start, rows[index].end) }
        }
        return shares
    }

    /// Returns the row indices ordered by rank and then ascending, and the end of each rank in this order.
    private func byRank() -> (order: [Int], ends: [Int]) {
        var ends = [Int](repeating: 0, count: rankCount)
        for rank in ranks { ends[Int(rank)] += 1 }
        for rank in 1..<rankCount { ends[rank] += ends[rank - 1] }
        var order = [Int](repeating: 0, count: ranks.count)
        var next = [0] + ends.dropLast()
        for (index, rank) in ranks.enumerated() {
            order[next[Int(rank)]] = index
            next[Int(rank)] += 1
        }
        return (order, ends)
    }

    /// Returns the share of a row that lies in a span and that no better-ranked source covers, from 0 to 1.
    private static func share(_ row: Sample, _ from: Double, _ to: Double, _ cover: Spans) -> Double {
        guard row.end > row.start else { return cover.contains(row.start) ? 0 : 1 }
        let free = cover.uncovered(max(row.start, from), min(row.end, to))
        return free == row.duration ? 1 : free / row.duration
    }
}

/// The parts of a total, for an explanation.
extension Totals {
    /// A sample that overlaps its span, and the share of its value that the total contains.
    package struct Part {
        package let sample: Sample
        package let share: Double
        /// A sample of the best-ranked source that covers some of the sample; nil if no source does.
        package let cover: Sample?
    }

    /// Returns the samples that overlap a span, with the shares that `total` adds up.
    package func parts(within span: (Sample) -> (start: Double, end: Double)) -> [Part] {
        var membership = SampleMembership()
        let ranked = rankCount == 1 ? [] : rankedShares(&membership, span)
        let covers = rankCount == 1 ? [] : coversByRank()
        return rows.indices.compactMap { index in
            let row = rows[index]
            let (from, to) = span(row)
            guard Interval.overlap(row.start, row.end, from, to) else { return nil }
            let own = Self.share(row, from, to, Spans())
            guard rankCount > 1, ranked[index] < own else { return Part(sample: row, share: own, cover: nil) }
            let better = covers[..<Int(ranks[index])].first { Self.share(row, from, to, $0.spans) < own }
            return Part(sample: row, share: ranked[index], cover: better?.first)
        }
    }

    /// Returns the time that the samples of each rank cover, with the first sample of the rank.
    private func coversByRank() -> [(first: Sample?, spans: Spans)] {
        var covers = [(first: Sample?, spans: Spans)](repeating: (nil, Spans()), count: rankCount)
        for (row, rank) in zip(rows, ranks) {
            if covers[Int(rank)].first == nil { covers[Int(rank)].first = row }
            covers[Int(rank)].spans.append(row.start, row.end)
        }
        return covers
    }
}

extension CumulativeCurve {
    /// Adds up samples of one cumulative type within a span, by the overlap rule of `Totals`.
    ///
    /// The samples must be ascending. The value of a sample is distributed evenly over the sample's time. A sample
    /// without length makes a step.
    package init(
        _ samples: [Sample],
        from start: Double,
        to end: Double,
        pool: borrowing Pool,
        priority: borrowing [String]
    ) {
        self.init()
        let inside = samples.filter { Interval.overlap($0.start, $0.end, start, end) }
        let ranks = RankTable(inside, pool: pool, priority: priority)
        let follow = zip(inside, inside.dropFirst()).allSatisfy { $0.end <= $1.start }
        if ranks.count == 1, follow {
            for sample in inside { add(sample, from: start, to: end) }
        } else {
            var sweep = OverlapSweep(inside, inside.map { ranks.rank($0) }, from: start, to: end)
            self = sweep.curve()
        }
        contributions = inside.count
    }

    /// Adds a sample that starts no earlier than the curve ends.
    private mutating func add(_ sample: Sample, from start: Double, to end: Double) {
        let (from, to) = (max(sample.start, start), min(sample.end, end))
        let whole = sample.duration == to - from
        let before = total
        append(from, total: before)
        append(to, total: before + (whole ? sample.value : sample.value * ((to - from) / sample.duration)))
    }
}

/// Samples in the order of their starts, from which spans take those that belong to them: many spans at the price of what
/// they take, and not of what there is.
struct SampleTimes {
    private let samples: [Sample]
    private let index: SpanIndex
    /// Those that begin while not too many spans go on.
    private let free: [Sample]

    /// Samples in any order, to be taken by spans; `isExceeded` tells whether too many go on at an instant.
    init(_ samples: [Sample], isExceeded: (_ instant: Double) -> Bool) {
        let sorted = Sample.sorted(samples)
        self.samples = sorted
        index = SpanIndex(sorted.lazy.map { ($0.start, $0.end) })
        free = sorted.filter { !isExceeded($0.start) }
    }

    /// Appends the samples that a span takes, of those that are not longer than `longest`; `isFull` where too many go on
    /// at its start.
    func append(
        takenFrom start: Double,
        to end: Double,
        isFull: Bool,
        longest: Double,
        to taken: inout [Sample]
    ) {
        guard start < end else { return }
        if !isFull {
            // What began earlier is over, or too long; a second more, as differences are rounded.
            let first = index.count(before: start - longest - 1)
            index.each(of: first..<index.count(before: start), endingAfter: start) { number in
                if samples[number].duration <= longest { taken.append(samples[number]) }
            }
        }
        var next = free.partitioningIndex { $0.start >= start }
        while next < free.count, free[next].start < end {
            if free[next].duration <= longest { taken.append(free[next]) }
            next += 1
        }
    }
}

import Vocabulary

/// Samples sorted by start, from which spans take theirs at a cost that depends only on the samples taken.
struct SampleTimes {
    private let samples: [Sample]
    private let index: SpanIndex
    /// The samples that begin at instants at which the overlap limit is not exceeded.
    private let free: [Sample]

    /// Sorts samples.
    ///
    /// `isExceeded` tells whether the overlap limit is exceeded at an instant.
    init(_ samples: [Sample], isExceeded: (_ instant: Double) -> Bool) {
        let sorted = Sample.sorted(samples)
        self.samples = sorted
        index = SpanIndex(sorted.lazy.map { ($0.start, $0.end) })
        free = sorted.filter { !isExceeded($0.start) }
    }

    /// Appends the samples that a span takes.
    ///
    /// - Parameters:
    ///   - start: The start of the span.
    ///   - end: The end of the span.
    ///   - isFull: Whether the overlap limit is exceeded at the start of the span.
    ///   - longest: The longest duration of a sample that the span takes.
    ///   - taken: The list that the samples are appended to.
    func append(
        takenFrom start: Double,
        to end: Double,
        isFull: Bool,
        longest: Double,
        to taken: inout [Sample]
    ) {
        guard start < end else { return }
        if !isFull {
            // Samples that began earlier are over or too long. One more second covers rounding errors.
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

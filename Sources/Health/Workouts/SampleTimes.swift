import Vocabulary

/// Samples sorted by start, with an index that finds the samples of a span without visiting all samples.
struct SampleTimes {
    private let samples: [Sample]
    private let index: SpanIndex
    /// The samples that start while the overlap limit is not exceeded.
    private let free: [Sample]

    /// Sorts samples; `isExceeded` returns whether the overlap limit is exceeded at an instant.
    init(_ samples: [Sample], isExceeded: (_ instant: Double) -> Bool) {
        let sorted = Sample.sorted(samples)
        self.samples = sorted
        index = SpanIndex(sorted.lazy.map { ($0.start, $0.end) })
        free = sorted.filter { !isExceeded($0.start) }
    }

    /// Appends the samples that belong to a span by time to `taken`.
    ///
    /// `isFull` is true if the overlap limit is exceeded at the start of the span. `longest` is the maximum duration
    /// of a sample that belongs to the span.
    func append(
        takenFrom start: Double,
        to end: Double,
        isFull: Bool,
        longest: Double,
        to taken: inout [Sample]
    ) {
        guard start < end else { return }
        if !isFull {
            // Samples that start earlier have ended or are too long. One more second allows for rounding errors.
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

/// Finds the sample of one type that is nearest in time to each point of a route.
struct NearestSamples {
    /// The longest time in seconds between a point and its sample.
    private static let reach = 10.0

    private struct Sample {
        let start: Double
        let end: Double
        let value: Double
    }

    /// The samples, ordered by start.
    private let samples: [Sample]
    /// The number of samples that start before or at the last instant.
    private var started = 0
    /// The sample that ends last among the first `started` samples.
    private var last: Sample?

    /// Takes the values and the averages of a list of quantities.
    init(_ quantities: [ForkDocument.Quantity]) {
        samples = quantities.filter { $0.kind.isEmpty || $0.kind == "average" }.map {
            Sample(start: $0.start, end: $0.end, value: $0.value.number)
        }
    }

    /// Returns the value of the sample that is nearest to an instant, if it is within ten seconds.
    ///
    /// During a sample, its distance is 0. If two samples are equally near, the earlier one is used. `instant` must not
    /// decrease from call to call.
    mutating func next(at instant: Double) -> Double? {
        while started < samples.count, samples[started].start <= instant {
            if last.map({ samples[started].end >= $0.end }) ?? true { last = samples[started] }
            started += 1
        }
        let before = last.map { max(0, instant - $0.end) } ?? .infinity
        let after = started < samples.count ? samples[started].start - instant : .infinity
        if min(before, after) > Self.reach { return nil }
        return before <= after ? last?.value : samples[started].value
    }
}

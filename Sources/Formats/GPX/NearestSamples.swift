import JSON

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

    /// Reads a list of quantities, except the minimum and the maximum of condensed samples.
    init(_ quantities: Value?) {
        let all = quantities?.elements?.map { quantity -> Sample? in
            guard let start = quantity.member("start_date")?.double, let end = quantity.member("end_date")?.double,
                let value = quantity.member("value")?.member("quantity")?.double,
                quantity.member("type")?.text?.string ?? "average" == "average"
            else { return nil }
            return Sample(start: start, end: end, value: value)
        }
        samples = (all ?? []).compactMap(\.self)
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

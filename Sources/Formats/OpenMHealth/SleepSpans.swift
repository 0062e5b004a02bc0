/// The time asleep of a night.
struct SleepSpans {
    /// The first instant asleep, in seconds since 2001.
    let start: Double
    /// The last instant asleep, in seconds since 2001.
    let end: Double

    /// Finds the time that is covered by samples of sleep and by none of being awake; nil if there is none.
    init?(_ samples: [ForkDocument.Quantity]) {
        let asleep = Self.union(samples.filter { Self.asleepCodes.contains($0.value.integer ?? -1) })
        let awake = Self.union(samples.filter { $0.value.integer == Self.awakeCode })
        var (first, last): (Double?, Double?)
        var next = 0
        for span in asleep {
            // Spans of being awake that end before this span cannot touch a later one either.
            while next < awake.count, awake[next].upperBound <= span.lowerBound { next += 1 }
            var begin = span.lowerBound
            var index = next
            while index < awake.count, awake[index].lowerBound < span.upperBound {
                if begin < awake[index].lowerBound {
                    first = first ?? begin
                    last = awake[index].lowerBound
                }
                begin = max(begin, awake[index].upperBound)
                index += 1
            }
            // The last of them can reach into the next span.
            next = max(next, index - 1)
            guard begin < span.upperBound else { continue }
            first = first ?? begin
            last = span.upperBound
        }
        guard let first, let last else { return nil }
        (start, end) = (first, last)
    }

    /// Asleep without a stage, in core, deep and REM sleep.
    private static let asleepCodes: Set<Int64> = [1, 3, 4, 5]
    private static let awakeCode: Int64 = 2

    /// Returns the time that samples cover, as spans in ascending order that do not touch.
    private static func union(_ samples: [ForkDocument.Quantity]) -> [ClosedRange<Double>] {
        var spans: [ClosedRange<Double>] = []
        for sample in samples.filter({ $0.start < $0.end }).sorted(by: { $0.start < $1.start }) {
            if let last = spans.last, sample.start <= last.upperBound {
                spans[spans.count - 1] = last.lowerBound...max(last.upperBound, sample.end)
            } else {
                spans.append(sample.start...sample.end)
            }
        }
        return spans
    }
}

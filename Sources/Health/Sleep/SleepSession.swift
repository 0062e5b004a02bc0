/// One sleep session of one source, and what can be reckoned of it.
package struct SleepSession {
    package let sourceKey: [UInt8]
    package let samples: [Sample]
    /// Its start: that of its first sample.
    package let start: Double
    /// Its end: the greatest of its samples.
    package let end: Double
    /// Whether it counts where sources overlap.
    package var isPrimary = false
    /// The union of the time asleep (unspecified, core, deep and REM), without the time that is also awake.
    package let asleep: Spans
    /// The union of the time of each stage, by its code.
    private let stageSpans: [Spans]
    /// A bit for each stage that it has, if only for a point.
    private let stageBits: UInt8

    /// The stages in which a person sleeps, a bit for each code.
    private static let asleepBits: UInt8 = 0b11_1010

    /// A session of samples, which are ascending; there is at least one.
    package init(sourceKey: [UInt8], samples: [Sample]) {
        self.sourceKey = sourceKey
        self.samples = samples
        start = samples[0].start
        var end = -Double.infinity
        var stages = [Spans](repeating: Spans(), count: 6)
        var asleep = Spans()
        var bits: UInt8 = 0
        for sample in samples {
            end = max(end, sample.end)
            guard let code = Int(exactly: sample.value), (0...5).contains(code) else { continue }
            bits |= 1 << UInt8(code)
            stages[code].append(sample.start, sample.end)
            if Self.asleepBits >> UInt8(code) & 1 == 1 { asleep.append(sample.start, sample.end) }
        }
        self.end = end
        stageSpans = stages
        stageBits = bits
        // One app says "asleep" for the whole night and "awake" inside of it.
        self.asleep = asleep.subtracting(stages[2])
    }

    /// The UTC day that its first sample's start, to the millisecond, lies on: the same for all sessions of one id.
    package var day: Int32 { Instant.utcDay(Instant.seconds(milliseconds: samples[0].startMilliseconds)) }

    /// The union of the time of a stage.
    package func spans(_ code: Int) -> Spans { stageSpans[code] }

    /// How many distinct stages of sleep it has.
    package var stages: Int { (stageBits & Self.asleepBits).nonzeroBitCount }

    /// The seconds from its start to the first asleep; nil when nobody slept.
    ///
    /// A point is no sleep.
    package var latency: Double? { asleep.spans.first.map { $0.start - start } }

    /// How often the sleeper woke up: spans awake that begin after the first asleep begins and end before the last ends.
    package var awakenings: Int {
        let asleep = asleep.spans
        guard let first = asleep.first, let last = asleep.last else { return 0 }
        return spans(2).spans.count { $0.start > first.start && $0.end < last.end }
    }

    /// The time asleep as a part of the time in bed, or of the session when nothing says who was in bed.
    package var efficiency: Double? {
        let whole = stageBits & 1 == 1 ? spans(0).length : end - start
        return whole > 0 ? min(1, asleep.length / whole) : nil
    }
}

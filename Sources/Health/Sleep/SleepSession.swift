import Vocabulary

/// A sleep session of one source, with the statistics that its document shows.
package struct SleepSession {
    package let sourceKey: [UInt8]
    package let samples: [Sample]
    /// The start of the first sample.
    package let start: Double
    /// The greatest end of the samples.
    package let end: Double
    /// Whether the session is the one that counts among overlapping sessions of several sources.
    package var isPrimary = false
    /// The union of the time asleep (unspecified, core, deep and REM), without the time awake.
    package let asleep: Spans
    /// The merged time spans of each sleep stage, by the code of the stage.
    private let stageSpans: [Spans]
    /// The sleep stages that occur, one bit each, including stages that only have samples without length.
    private let stageBits: UInt8
    /// The number of seconds that samples cover: in bed, asleep or awake.
    private let recorded: Double

    /// The codes of the stages in which a person sleeps, one bit each.
    private static let asleepBits: UInt8 = 0b11_1010

    /// Creates a session from samples, which must be ascending and not empty.
    package init(sourceKey: [UInt8], samples: [Sample]) {
        self.sourceKey = sourceKey
        self.samples = samples
        start = samples[0].start
        var end = -Double.infinity
        var stages = [Spans](repeating: Spans(), count: 6)
        var (asleep, all) = (Spans(), Spans())
        var bits: UInt8 = 0
        for sample in samples {
            end = max(end, sample.end)
            guard let code = Int(exactly: sample.value), (0...5).contains(code) else { continue }
            bits |= 1 << UInt8(code)
            stages[code].append(sample.start, sample.end)
            all.append(sample.start, sample.end)
            if Self.asleepBits >> UInt8(code) & 1 == 1 { asleep.append(sample.start, sample.end) }
        }
        self.end = end
        recorded = all.length
        stageSpans = stages
        stageBits = bits
        // Some apps record one "asleep" sample for the whole night, with "awake" samples inside it.
        self.asleep = asleep.subtracting(stages[2])
    }

    /// The UTC day of the first sample's start, rounded to milliseconds.
    ///
    /// The id is derived from the same rounded start, so all sessions with the same id have the same day.
    package var day: Int32 { Instant.utcDay(Instant.seconds(milliseconds: samples[0].startMilliseconds)) }

    /// Returns the merged time spans of the sleep stage with this code.
    package func spans(_ code: Int) -> Spans { stageSpans[code] }

    /// The number of distinct stages of sleep.
    package var stages: Int { (stageBits & Self.asleepBits).nonzeroBitCount }

    /// The number of seconds from the start to the first sleep; nil if there is no sleep.
    ///
    /// Samples without length are ignored.
    package var latency: Double? { asleep.spans.first.map { $0.start - start } }

    /// The number of awake spans that begin after the first sleep begins and end before the last sleep ends.
    package var awakenings: Int {
        let asleep = asleep.spans
        guard let first = asleep.first, let last = asleep.last else { return 0 }
        return spans(2).spans.count { $0.start > first.start && $0.end < last.end }
    }

    /// The ratio of the time asleep to the time in bed; nil if the time in bed is 0.
    ///
    /// Nobody sleeps out of bed, so the time asleep or awake counts as time in bed too. Without in-bed samples, the
    /// length of the session counts as the time in bed.
    package var efficiency: Double? {
        let whole = stageBits & 1 == 1 ? recorded : end - start
        return whole > 0 ? min(1, asleep.length / whole) : nil
    }
}

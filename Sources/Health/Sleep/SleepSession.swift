/// One sleep session of one source, and what can be reckoned of it.
package struct SleepSession {
    /// The key of its source.
    package let sourceKey: [UInt8]
    /// Its samples, ascending.
    package let samples: [Sample]
    /// Its start: that of its first sample.
    package let start: Double
    /// Its end: the greatest of its samples.
    package let end: Double
    /// Whether it counts where sources overlap.
    package var isPrimary = false
    /// The union of the time asleep: unspecified, core, deep and REM.
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
        self.asleep = asleep
    }

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

/// How samples become sessions.
package enum SleepSessions {
    /// A session that retention has frozen: what joins it makes no session.
    package struct Frozen {
        /// The key of its source.
        package var sourceKey: [UInt8]
        /// Start.
        package var start: Double
        /// End.
        package var end: Double

        /// A frozen session from its parts.
        package init(sourceKey: [UInt8], start: Double, end: Double) {
            self.sourceKey = sourceKey
            self.start = start
            self.end = end
        }
    }

    /// The sessions of samples of any sources, with their primaries.
    ///
    /// A sample joins while it starts less than the threshold after the greatest end so far; what is equal splits.
    package static func split(
        _ samples: [Sample],
        frozen: [Frozen],
        thresholdSeconds: Double,
        pool: Pool
    ) -> [SleepSession] {
        var sessions: [SleepSession] = []
        for samples in bySource(samples, pool) {
            let key = pool.origin(samples[0]).sourceKey
            let still = frozen.filter { $0.sourceKey == key }
            sessions += split(Sample.sorted(samples), of: key, still, thresholdSeconds)
        }
        return withPrimaries(sessions)
    }

    /// Samples by the key of their source.
    private static func bySource(_ samples: [Sample], _ pool: Pool) -> [[Sample]] {
        guard let first = samples.first else { return [] }
        let number = pool.sourceNumbers[Int(first.origin)]
        if samples.allSatisfy({ pool.sourceNumbers[Int($0.origin)] == number }) { return [samples] }
        return Array(Dictionary(grouping: samples) { pool.sourceNumbers[Int($0.origin)] }.values)
    }

    private static func split(
        _ samples: [Sample],
        of key: [UInt8],
        _ frozen: [Frozen],
        _ thresholdSeconds: Double
    ) -> [SleepSession] {
        var sessions: [SleepSession] = []
        var current: [Sample] = []
        var end = -Double.infinity
        var isFrozen = false
        var still = frozen.sorted { $0.start < $1.start }[...]
        func finish() {
            if !current.isEmpty, !isFrozen { sessions.append(SleepSession(sourceKey: key, samples: current)) }
            current = []
            isFrozen = false
        }
        /// Whether something that starts then joins what is going on; when not, a new session begins.
        func join(_ start: Double) {
            if end == -.infinity || start < end + thresholdSeconds { return }
            finish()
            end = -.infinity
        }
        for sample in samples {
            while let next = still.first, next.start <= sample.start {
                still.removeFirst()
                join(next.start)
                isFrozen = true
                end = max(end, next.end)
            }
            join(sample.start)
            current.append(sample)
            end = max(end, sample.end)
        }
        while let next = still.first, next.start < end + thresholdSeconds {
            still.removeFirst()
            isFrozen = true
            end = max(end, next.end)
        }
        finish()
        return sessions
    }

    /// A session is primary unless it overlaps, for more than a point, a better primary one of another source.
    private static func withPrimaries(_ sessions: [SleepSession]) -> [SleepSession] {
        let ranked = sessions.map { (session: $0, stages: $0.stages, asleep: $0.asleep.length) }.sorted {
            if $0.stages != $1.stages { return $0.stages > $1.stages }
            if $0.asleep != $1.asleep { return $0.asleep > $1.asleep }
            if $0.session.sourceKey != $1.session.sourceKey {
                return $0.session.sourceKey.lexicographicallyPrecedes($1.session.sourceKey)
            }
            return $0.session.start < $1.session.start
        }
        var all: [SleepSession] = []
        var primaries: [SleepSession] = []
        for var session in ranked.map(\.session) {
            session.isPrimary = !primaries.contains {
                $0.sourceKey != session.sourceKey && max($0.start, session.start) < min($0.end, session.end)
            }
            if session.isPrimary { primaries.append(session) }
            all.append(session)
        }
        return all
    }
}

/// Sleep, from all stages at once to sessions.
extension Oracle {
    private struct Session {
        var key: String
        var samples: [PlainSample]

        var start: Double { samples[0].start }
        var end: Double { samples.map(\.end).max() ?? start }
        var asleepCodes: [Double] { [1, 3, 4, 5] }

        /// The spans of time that some of the samples cover, those that touch joined.
        func spans(_ codes: [Double], without others: [Double] = []) -> [(start: Double, end: Double)] {
            let some = samples.filter { codes.contains($0.value ?? -1) && $0.end > $0.start }
            let rest = samples.filter { others.contains($0.value ?? -1) && $0.end > $0.start }
            let cuts = Set((some + rest).flatMap { [$0.start, $0.end] }).sorted()
            var spans: [(start: Double, end: Double)] = []
            for (from, to) in zip(cuts, cuts.dropFirst())
            where some.contains(where: { $0.start <= from && to <= $0.end })
                && !rest.contains(where: { $0.start <= from && to <= $0.end })
            {
                if let last = spans.last, last.end == from {
                    spans[spans.count - 1].end = to
                } else {
                    spans.append((from, to))
                }
            }
            return spans
        }

        func length(_ codes: [Double]) -> Double { Self.length(spans(codes)) }

        static func length(_ spans: [(start: Double, end: Double)]) -> Double {
            spans.reduce(0.0) { $0 + $1.end - $1.start }
        }

        /// When somebody slept and was not awake.
        var asleep: [(start: Double, end: Double)] { spans(asleepCodes, without: [2]) }

        var stages: Int { Set(samples.compactMap(\.value)).intersection(asleepCodes).count }
    }

    mutating func addSleep() {
        let all = samples.filter { $0.known.kind == .sleep }
        var sessions: [Session] = []
        for (key, samples) in Dictionary(grouping: all, by: \.sourceKey) {
            var current: Session?
            for sample in samples.sorted(by: PlainSample.ascending) {
                if let held = current, sample.start < held.end + 3600 {
                    current?.samples.append(sample)
                } else {
                    if let done = current { sessions.append(done) }
                    current = Session(key: key, samples: [sample])
                }
            }
            if let done = current { sessions.append(done) }
        }
        let ranked = sessions.sorted { left, right in
            let (one, other) = (Session.length(left.asleep), Session.length(right.asleep))
            if left.stages != right.stages { return left.stages > right.stages }
            return one != other ? one > other : left.key < right.key
        }
        var primaries: [Session] = []
        for session in ranked {
            let isPrimary = !primaries.contains {
                $0.key != session.key && max($0.start, session.start) < min($0.end, session.end)
            }
            if isPrimary { primaries.append(session) }
            add(session, isPrimary)
        }
    }

    private mutating func add(_ session: Session, _ isPrimary: Bool) {
        let first = session.samples[0]
        let milliseconds = PlainSample.milliseconds(first.start)
        let id = OracleID.v5("\(History.connection)/\(session.key)/\(first.id)/\(milliseconds)")
        let places = OraclePlaces(session.samples)
        let quantities = session.samples.flatMap { Self.quantities($0, places, type: $0.type) }
        var metadata: [String: Tree] = [:]
        let stages: [(String, [Double])] = [
            ("in_bed", [0]), ("unspecified", [1]), ("awake", [2]), ("core", [3]), ("deep", [4]), ("rem", [5]),
        ]
        for (key, codes) in stages { metadata[key] = Self.value(session.length(codes), "s") }
        metadata["recorded"] = Self.value(session.samples.reduce(0.0) { $0 + $1.end - $1.start }, "s")
        metadata["primary"] = Self.value(isPrimary ? 1 : 0, "bool")
        let asleep = session.asleep
        metadata["asleep"] = Self.value(Session.length(asleep), "s")
        var awakenings = 0
        if let begin = asleep.first?.start, let end = asleep.last?.end {
            metadata["latency"] = Self.value(begin - session.start, "s")
            awakenings = session.spans([2]).count { $0.start > begin && $0.end < end }
        }
        metadata["awakenings"] = Self.value(Double(awakenings), "count")
        let hasBed = session.samples.contains { $0.value == 0 }
        let whole = hasBed ? session.length([0, 1, 2, 3, 4, 5]) : session.end - session.start
        if whole > 0 {
            metadata["efficiency"] = Self.value(min(1, Session.length(asleep) / whole), "%")
        }
        add(
            "sleep",
            id,
            (session.start, session.end),
            of: session.samples,
            item: ["id": .text(id), "data": .object(["sleep": .list(quantities)]), "meta_data": .object(metadata)]
        )
    }
}

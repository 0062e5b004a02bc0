/// Workouts, and which samples they take.
extension Oracle {
    mutating func addWorkouts() {
        for sample in samples {
            guard let workout = sample.workout else { continue }
            let associated = samples.filter { other in
                if other.workout != nil { return false }
                if let named = other.workoutID { return named == sample.id }
                return other.known.isQuantity && other.sourceKey == sample.sourceKey
                    && other.hasTime(in: sample.start, sample.end)
                    && !Self.isCrowded(workouts(of: sample.sourceKey), at: max(other.start, sample.start))
            }
            add(workout, sample, associated)
        }
    }

    private func workouts(of sourceKey: String) -> [(start: Double, end: Double)] {
        samples.filter { $0.workout != nil && $0.sourceKey == sourceKey }.map { ($0.start, $0.end) }
    }

    /// Whether more than eight spans go on at an instant.
    private static func isCrowded(_ spans: [(start: Double, end: Double)], at instant: Double) -> Bool {
        spans.filter { $0.start <= instant && (instant < $0.end || $0.start == $0.end && $0.start == instant) }.count
            > 8
    }

    private mutating func add(_ workout: PlainWorkout, _ sample: PlainSample, _ associated: [PlainSample]) {
        let bounds = (start: sample.start, end: sample.end)
        let places = OraclePlaces([sample] + associated)
        let activities = workout.activities
        var metadata = Self.metadata(sample)?.members ?? [:]
        let duration = workout.duration ?? Self.active(workout, bounds)
        metadata["duration"] = Self.value(duration, "TimeInterval")
        var nested: [String: Tree] = [:]
        for activity in activities {
            nested["workoutActivity_\(activity.id)"] = .list([Self.item(activity, of: activities, associated)])
        }
        if !workout.events.isEmpty { nested["workoutEvents"] = Self.items(workout.events) }
        let routes = associated.filter { $0.known.kind == .route }
        nested["workoutRoute"] = Self.listed(routes, places)["nested_data"]?["workoutRoute"]
        let others = associated.filter { $0.known.kind != .route }
        if !others.isEmpty {
            var item = Self.listed(others, places).filter { !$0.value.members.isEmpty }
            item["name"] = .text("samples")
            item["start_date"] = .number(bounds.start)
            item["end_date"] = .number(bounds.end)
            nested["samples"] = .list([.object(item)])
        }
        var item: [String: Tree] = [
            "id": .text(sample.id), "name": .text(OracleType.workoutNames[workout.code] ?? "Other"),
            "data": Self.data(workout.statistics, associated, bounds), "meta_data": .object(metadata),
            "nested_data": .object(nested),
        ]
        item["source"] = sample.source?.shown
        item["device"] = sample.device.map(OraclePlaces.shown)
        add("workouts", sample.id, bounds, of: [sample] + associated, zone: sample.zone, item: item)
    }

    private static func item(
        _ activity: PlainActivity,
        of all: [PlainActivity],
        _ samples: [PlainSample]
    ) -> Tree {
        let bounds = (start: activity.start, end: activity.end)
        let spans = all.map { ($0.start, $0.end) }
        let inside = samples.filter {
            $0.hasTime(in: bounds.start, bounds.end) && !isCrowded(spans, at: max($0.start, bounds.start))
        }
        var item: [String: Tree] = [
            "id": .text(activity.id), "name": .text("workoutActivity_\(activity.id)"),
            "start_date": .number(bounds.start), "end_date": .number(bounds.end),
        ]
        let data = data(activity.statistics, inside, bounds)
        if !data.members.isEmpty { item["data"] = data }
        if let code = activity.code {
            let name = OracleType.workoutNames[code] ?? "Other"
            item["meta_data"] = .object(["workout_activity_type": value(Double(code), name)])
        }
        if !activity.events.isEmpty { item["nested_data"] = .object(["workoutEvents": items(activity.events)]) }
        return .object(item)
    }

    private static func items(_ events: [PlainEvent]) -> Tree {
        let sorted = events.sorted { $0.start < $1.start }
        return .list(
            sorted.map { event in
                .object([
                    "name": .text(OracleType.eventNames[event.type] ?? "\(event.type)"),
                    "start_date": .number(event.start), "end_date": .number(event.end),
                ])
            }
        )
    }

    /// By identifier: what the statistics say, else what follows from the samples.
    private static func data(
        _ statistics: [PlainStatistic],
        _ samples: [PlainSample],
        _ bounds: (start: Double, end: Double)
    ) -> Tree {
        var data: [String: Tree] = [:]
        for type in OracleType.all.values where type.isQuantity {
            let own = samples.filter { $0.type == type.identifier }
            let statistic = statistics.first { $0.type == type.identifier }
            let factor = OracleType.factors[statistic?.unit ?? ""] ?? 1
            let words = type.kind == .cumulative ? ["sum"] : ["average", "minimum", "maximum"]
            var values = words.compactMap { word in statistic?.values[word].map { (word, $0 * factor) } }
            let isThere = own.contains { $0.hasTime(in: bounds.start, bounds.end) }
            if values.isEmpty, type.kind == .cumulative, isThere {
                values = [("sum", own.reduce(0.0) { $0 + inside($1, own, bounds) })]
            } else if values.isEmpty, type.kind == .discrete, !own.isEmpty {
                values = averages(own)
            }
            if let recent = statistic?.values["most_recent"] { values.append(("most_recent", recent * factor)) }
            if values.isEmpty { continue }
            data[type.identifier] = .list(values.map { computed($0, $1, type.unit, bounds) })
        }
        return .object(data)
    }

    private static func inside(
        _ sample: PlainSample,
        _ all: [PlainSample],
        _ bounds: (start: Double, end: Double)
    ) -> Double {
        guard sample.hasTime(in: bounds.start, bounds.end) else { return 0 }
        return part(sample, among: all, bounds.start, bounds.end)
    }

    /// The seconds of a workout in which nobody paused, counted in the quarters of which all times are multiples.
    private static func active(_ workout: PlainWorkout, _ bounds: (start: Double, end: Double)) -> Double {
        var paused: [(start: Double, end: Double)] = []
        for (events, end) in [(workout.events, bounds.end)] + workout.activities.map({ ($0.events, $0.end) }) {
            var since: Double?
            for event in events.sorted(by: { $0.start < $1.start }) {
                if event.type == 1, since == nil { since = event.start }
                if event.type == 2, let begin = since {
                    paused.append((begin, event.start))
                    since = nil
                }
            }
            if let since { paused.append((since, end)) }
        }
        let cuts = Set([bounds.start, bounds.end] + paused.flatMap { [$0.start, $0.end] })
            .filter { bounds.start <= $0 && $0 <= bounds.end }.sorted()
        return zip(cuts, cuts.dropFirst()).reduce(0.0) { sum, span in
            paused.contains { $0.start <= span.0 && span.1 <= $0.end } ? sum : sum + span.1 - span.0
        }
    }
}

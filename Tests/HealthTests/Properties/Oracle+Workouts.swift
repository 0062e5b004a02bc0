/// Workouts, and which samples they take.
extension Oracle {
    mutating func addWorkouts() {
        let primaries = Self.primaries(samples.filter { $0.workout != nil })
        for sample in samples {
            guard let workout = sample.workout else { continue }
            let own = samples.filter { other in
                if other.workout != nil { return false }
                if let names = namedWorkouts[other.key] { return names.contains(sample.id) }
                return other.sourceKey == sample.sourceKey
                    && isInTime(other, of: sample, besides: workouts(of: sample.sourceKey))
            }
            let associated = own + borrowed(by: sample, besides: own)
            add(workout, sample, associated, isPrimary: primaries.contains(sample.id))
        }
    }

    /// Of each type that the workout has none of, all of the source of the best sample.
    private func borrowed(by workout: PlainSample, besides own: [PlainSample]) -> [PlainSample] {
        let candidates = samples.filter { other in
            namedWorkouts[other.key] == nil && OracleType.collected.contains(other.known.document)
                && other.sourceKey != workout.sourceKey && !own.contains { $0.type == other.type }
                && isInTime(other, of: workout, besides: workouts(of: nil))
        }
        return candidates.filter { one in
            let best = candidates.filter { $0.type == one.type }.min { $0.isBetter(than: $1) }
            return best?.sourceKey == one.sourceKey
        }
    }

    /// Whether a quantity belongs to a workout of its source by its time.
    private func isInTime(
        _ sample: PlainSample,
        of workout: PlainSample,
        besides workouts: [(start: Double, end: Double)]
    ) -> Bool {
        sample.known.isQuantity && sample.hasTime(in: workout.start, workout.end)
            && sample.end - sample.start <= 4 * (workout.end - workout.start)
            && !Self.isCrowded(workouts, at: max(sample.start, workout.start))
    }

    /// When the workouts of a source are, or all.
    private func workouts(of sourceKey: String?) -> [(start: Double, end: Double)] {
        samples.filter { $0.workout != nil && (sourceKey == nil || $0.sourceKey == sourceKey) }
            .map { ($0.start, $0.end) }
    }

    /// Whether more than eight spans go on at an instant.
    private static func isCrowded(_ spans: [(start: Double, end: Double)], at instant: Double) -> Bool {
        spans.filter { $0.start <= instant && (instant < $0.end || $0.start == $0.end && $0.start == instant) }.count
            > 8
    }

    private mutating func add(
        _ workout: PlainWorkout,
        _ sample: PlainSample,
        _ associated: [PlainSample],
        isPrimary: Bool
    ) {
        let bounds = (start: sample.start, end: sample.end)
        let places = OraclePlaces([sample] + associated)
        let activities = workout.activities
        var metadata = Self.metadata(sample)?.members ?? [:]
        for (key, text) in workout.oddStatistics { metadata["statistics.\(key)"] = Self.value(0, text) }
        let duration = workout.duration ?? Self.active(workout, bounds)
        metadata["duration"] = Self.value(duration, "TimeInterval")
        metadata["primary"] = Self.value(isPrimary ? 1 : 0, "bool")
        metadata["moving_time"] = Self.moving(workout, bounds, duration: duration).map { Self.value($0, "s") }
        var nested: [String: Tree] = [:]
        for activity in activities {
            nested["workoutActivity_\(activity.id)"] = .list([Self.item(activity, of: activities, associated)])
        }
        if !workout.events.isEmpty { nested["workoutEvents"] = Self.items(workout.events) }
        let routes = associated.filter { $0.known.kind == .route }
        nested["workoutRoute"] = Self.listed(routes, places)["nested_data"]?["workoutRoute"]
        metadata.merge(Self.climbs(routes, besides: metadata)) { $1 }
        let distance = OracleDistance(routes, else: associated, of: workout.code, bounds)
        nested["splits"] = Self.listed(distance.splits)
        nested["laps"] = Self.listed(Self.laps(workout, sample, associated, distance))
        let others = associated.filter { $0.known.kind != .route }
        if !others.isEmpty {
            var item = Self.listed(others, places).filter { !$0.value.members.isEmpty }
            item["name"] = .text("samples")
            item["start_date"] = .number(bounds.start)
            item["end_date"] = .number(bounds.end)
            nested["samples"] = .list([.object(item)])
        }
        var item: [String: Tree] = [
            "id": .text(sample.id), "name": .text(Self.name(of: workout)),
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

    /// The name that came where nobody knows it.
    private static func name(of workout: PlainWorkout) -> String {
        workout.newName ?? OracleType.workoutNames[workout.code] ?? "Other"
    }

    private static func items(_ events: [PlainEvent]) -> Tree {
        let sorted = events.sorted { $0.start < $1.start }
        return .list(
            sorted.map { event in
                var item: [String: Tree] = [
                    "name": .text(event.newName ?? OracleType.eventNames[event.type] ?? "\(event.type)"),
                    "start_date": .number(event.start), "end_date": .number(event.end),
                ]
                if !event.figures.isEmpty { item["meta_data"] = .object(figures(event.figures)) }
                return .object(item)
            }
        )
    }

    private static func listed(_ items: [Tree]) -> Tree? { items.isEmpty ? nil : .list(items) }

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
            let words = ["sum", "average", "minimum", "maximum", "most_recent"]
            var values = words.compactMap { word in statistic?.values[word].map { Computed(word, $0 * factor) } }
            let isThere = own.contains { $0.hasTime(in: bounds.start, bounds.end) }
            if values.isEmpty, type.kind == .cumulative, isThere {
                values = [Computed("sum", own.reduce(0.0) { $0 + inside($1, own, bounds) })]
            } else if values.isEmpty, type.kind == .discrete, !own.isEmpty {
                values = averages(own)
            }
            if values.isEmpty { continue }
            data[type.identifier] = .list(values.map { computed($0, type.unit, bounds) })
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
}

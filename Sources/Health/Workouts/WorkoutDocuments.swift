package import Vocabulary

/// Creates the document of a workout from the workout and its samples.
package struct WorkoutDocuments {
    let pool: Pool
    let sourcePriority: [String]

    /// Creates a workout's document from the workout and the samples that belong to it.
    package func document(
        _ sample: Sample,
        _ associated: [Sample],
        isPrimary: Bool,
        of connection: ConnectionID
    ) -> Document {
        let workout = Workout(Extra(pool.extra(sample)).payload)
        let samples = Sample.sorted(associated)
        let bounds = (start: sample.start, end: sample.end)
        var membership = SampleMembership(samples, bounds: bounds)
        membership.add(sample, bounds)
        let provenance = Provenance(membership, pool: pool)
        let name = sample.id.textBytes
        var document = Document(.workouts, name: name, bounds: bounds, provenance, of: connection)
        document.zone = pool.zone(sample).name
        document.item = item(sample, workout, samples, isPrimary: isPrimary, provenance)
        return document
    }

    /// Creates the item of a workout without its samples.
    static func plainItem(_ sample: Sample, pool: Pool) -> Item {
        let documents = WorkoutDocuments(pool: pool, sourcePriority: [])
        let membership = SampleMembership(CollectionOfOne(sample), bounds: (sample.start, sample.end))
        let workout = Workout(Extra(pool.extra(sample)).payload)
        return documents.item(sample, workout, [], isPrimary: true, Provenance(membership, pool: pool))
    }

    private func item(
        _ sample: Sample,
        _ workout: Workout,
        _ samples: [Sample],
        isPrimary: Bool,
        _ provenance: Provenance
    ) -> Item {
        let name = Array(workout.activityType.activityName.utf8)
        var item = Item(id: sample.id, name: name, start: sample.start, end: sample.end)
        item.metadata.sample = Extra(pool.extra(sample)).metadata
        let metadata = item.metadata.sample
        let duration = workout.duration ?? workout.activeSeconds(from: sample.start, to: sample.end)
        item.metadata.computed = [("duration", duration, "TimeInterval"), ("primary", isPrimary ? 1 : 0, "bool")]
        if let moving = workout.movingSeconds(of: duration, from: sample.start, to: sample.end) {
            item.metadata.computed.append(("moving_time", moving, "s"))
        }
        item.source = pool.origin(sample).source
        item.device = pool.origin(sample).device
        let groups = SampleGroups(samples).groups
        item.data = data(workout.statistics, groups, from: sample.start, to: sample.end)
        item.nested = nested(workout, sample, samples, provenance)
        let routes = item.nested.first { $0.key == DataType.workoutRoute.nameBytes }?.items ?? []
        let details = WorkoutDetails(
            sample,
            workout,
            metadata: metadata,
            routes: routes.map(\.coordinates),
            groups: groups,
            pool: pool,
            priority: sourcePriority
        )
        item.metadata.computed += details.elevation(besides: metadata)
        item.nested = (item.nested + details.nested).sorted { $0.key.lexicographicallyPrecedes($1.key) }
        return item
    }

    private func nested(
        _ workout: Workout,
        _ sample: Sample,
        _ samples: [Sample],
        _ provenance: Provenance
    ) -> [Nested] {
        let inside = ActivitySamples(workout.activities, samples)
        var nested = Dictionary(grouping: workout.activities, by: \.id).values.map { activities in
            let items = activities.map { activityItem($0, inside.samples(of: $0)) }
            return Nested(key: items[0].name, items: items, isMovable: true)
        }
        let shown = SampleItems(provenance)
        let isRoute = { (sample: Sample) in Catalogue.sampleType(at: sample.type)?.kind == .workoutRoute }
        nested += shown.nested(samples.filter(isRoute), of: pool)
        let others = samples.filter { !isRoute($0) }
        if !others.isEmpty {
            var item = Item(id: nil, name: Array("samples".utf8), start: sample.start, end: sample.end)
            shown.show(others, of: pool, in: &item)
            nested.append(Nested(key: item.name, items: [item]))
        }
        if !workout.events.isEmpty { nested.append(Self.events(workout.events)) }
        return nested
    }

    private func activityItem(_ activity: Workout.Activity, _ inside: [Sample]) -> Item {
        var name = Array("workoutActivity_".utf8)
        activity.id.append(to: &name)
        var item = Item(id: activity.id, name: name, start: activity.start, end: activity.end)
        let groups = SampleGroups(inside).groups
        item.data = data(activity.statistics, groups, from: activity.start, to: activity.end)
        item.metadata.sample = activity.metadata[...]
        if let code = activity.activityType {
            item.metadata.codes = [("workout_activity_type", code.number, code.activityName)]
        }
        if !activity.events.isEmpty { item.nested = [Self.events(activity.events)] }
        return item
    }

    /// Creates items for events, named by their types.
    private static func events(_ events: [Workout.Event]) -> Nested {
        // Events are already stored in the order in which documents show them.
        let items = events.map { event in
            var item = Item(id: nil, name: Array(event.type.eventName.utf8), start: event.start, end: event.end)
            item.metadata.sample = event.metadata[...]
            return item
        }
        return Nested(key: Array("workoutEvents".utf8), items: items, isMovable: true)
    }

    /// Returns quantities by identifier: the uploaded statistics if present, otherwise values computed from the
    /// samples.
    private func data(
        _ statistics: [Workout.Statistic],
        _ groups: [(type: UInt16, samples: [Sample])],
        from: Double,
        to: Double
    ) -> [Series] {
        var values: [UInt16: [Aggregate]] = [:]
        for (index, samples) in groups {
            guard let type = Catalogue.sampleType(at: index), type.kind == .quantity else { continue }
            if type.isCumulative {
                var membership = SampleMembership()
                let total = Totals(samples, pool: pool, priority: sourcePriority)
                    .total(into: &membership) { _ in (from, to) }
                if let total { values[index] = [Aggregate(Literals.sum, total)] }
            } else {
                values[index] = Averages(samples, pool: pool).aggregates
            }
        }
        for statistic in statistics {
            guard let type = Catalogue.sampleType(at: statistic.type) else { continue }
            let uploaded: [(value: Double?, word: [UInt8])] = [
                (statistic.sum, Literals.sum), (statistic.average, Literals.average),
                (statistic.minimum, Literals.minimum), (statistic.maximum, Literals.maximum),
                (statistic.mostRecent, Literals.mostRecent),
            ]
            // The number of values in an uploaded average is unknown.
            let known = uploaded.compactMap { one in one.value.map { Aggregate(one.word, $0) } }
            if !known.isEmpty { values[type.index] = known }
        }
        var series: [Series] = []
        for (index, values) in values {
            guard let type = Catalogue.sampleType(at: index), !values.isEmpty else { continue }
            let quantities = values.map { $0.quantity(start: from, end: to, unit: Literals.units[Int(index)]) }
            series.append(Series(key: type.identifierBytes, quantities: quantities))
        }
        return series.sorted { $0.key.lexicographicallyPrecedes($1.key) }
    }
}

/// Finds the samples of each activity of a workout.
struct ActivitySamples {
    private let samples: [Sample]
    private let limit: OverlapLimit
    /// The samples sorted by time.
    ///
    /// They are used if there are too many activities to scan all samples for each activity.
    private let ordered: SampleTimes?

    init(_ activities: [Workout.Activity], _ samples: [Sample]) {
        self.samples = samples
        let limit = OverlapLimit(activities.lazy.map { ($0.start, $0.end) })
        self.limit = limit
        ordered = activities.count > OverlapLimit.atOnceMax ? SampleTimes(samples) { limit.isExceeded(at: $0) } : nil
    }

    /// Returns the samples of an activity, ascending.
    func samples(of activity: Workout.Activity) -> [Sample] {
        guard let ordered else {
            return samples.filter { Interval.overlap($0.start, $0.end, activity.start, activity.end) }
        }
        var taken: [Sample] = []
        let isFull = limit.isExceeded(at: activity.start)
        ordered.append(takenFrom: activity.start, to: activity.end, isFull: isFull, longest: .infinity, to: &taken)
        return taken
    }
}

extension Workout.Code {
    /// The activity's name in documents.
    ///
    /// For an unknown number, `Other`. For an unknown name, the uploaded text.
    fileprivate var activityName: String {
        name.isEmpty ? Catalogue.workoutActivityName(number) : String(decoding: name, as: UTF8.self)
    }

    /// The event's name in documents.
    ///
    /// For an unknown number, the number as text. For an unknown name, the uploaded text.
    fileprivate var eventName: String {
        name.isEmpty ? Catalogue.workoutEventName(number) ?? String(number) : String(decoding: name, as: UTF8.self)
    }
}

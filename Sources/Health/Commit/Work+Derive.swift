extension Batch.Work {
    /// Derives what a commit affected: each window once, from all samples that it holds now.
    mutating func derive(_ affected: Affected, _ state: some State, _ context: inout Context) -> [Publication] {
        var publications: [Publication] = []
        for (window, uploads) in affected.windows {
            if let publication = derive(window, uploads, state, &context) { publications.append(publication) }
        }
        return publications + deriveSleep(affected.sleep, state, &context)
    }

    private mutating func derive(
        _ window: Window,
        _ uploads: [Int],
        _ state: some State,
        _ context: inout Context
    ) -> Publication? {
        switch window {
        case .totals(let type, let day):
            return publication(type, day, uploads) {
                let rows = overlay.rows(of: type, days: days(day, reach: 1, &context), state: state, context: &context)
                return days(context.rules).totals(type, day, rows)
            }
        case .samples(let type, let day):
            return publication(type, day, uploads) {
                let rows = overlay.rows(of: type, days: days(day, reach: 0, &context), state: state, context: &context)
                return days(context.rules).samples(type, day, rows, context: &context)
            }
        case .summary(let day):
            return publication(.activitiesSummary, day, uploads) {
                let reach = days(day, reach: 1, &context)
                let quantities = overlay.quantities(days: reach, state: state, context: &context)
                let rings = overlay.rows(of: .activitiesSummary, days: reach, state: state, context: &context)
                return days(context.rules).summary(day, quantities: quantities, rings: rings, context: &context)
            }
        case .hour(let hour): return deriveHour(hour, uploads, state, &context)
        case .characteristics:
            let place = Place(.published, stream: .characteristic)
            let rows = overlay.rows(of: .characteristic, days: 0...0, state: state, context: &context)
            let document = HourDocuments(overlay.connection, pool: overlay.pool)
                .characteristics(rows, context: &context)
            return Publication(place: place, type: .characteristic, name: [], document: document, uploads: uploads)
        case .workout(let id): return deriveWorkout(id, uploads, state, &context)
        }
    }

    private func publication(
        _ type: DataType,
        _ day: Day,
        _ uploads: [Int],
        _ document: () -> Document?
    ) -> Publication {
        Publication(
            place: Place(.published, day: day.days, stream: type),
            type: type,
            name: Array(day.text.utf8),
            document: document(),
            uploads: uploads
        )
    }

    private func days(_ rules: Rules) -> DayDocuments {
        DayDocuments(overlay.connection, pool: overlay.pool, rules: rules)
    }

    /// The UTC days that a local day touches in the zones of the connection, and `reach` days before, from which
    /// samples that are no longer than a day can reach into it.
    private func days(_ day: Day, reach: Int32, _ context: inout Context) -> ClosedRange<Int32> {
        guard let zones = overlay.zones(&context), !zones.isEmpty else { return day.days - 1 - reach...day.days + 1 }
        var first = Int32.max
        var last = Int32.min
        for zone in zones {
            let bounds = zone.bounds(of: day)
            first = min(first, Instant.utcDay(bounds.start))
            // The bound itself is of the next day.
            last = max(last, Instant.utcDay(bounds.end - 0.001))
        }
        return min(first, last) - reach...max(first, last)
    }

    private mutating func deriveHour(
        _ hour: Int64,
        _ uploads: [Int],
        _ state: some State,
        _ context: inout Context
    ) -> Publication {
        let start = Double(hour) * 3600
        let day = Instant.utcDay(start)
        let ofDay = UInt8(clamping: hour - Int64(day) * 24)
        let rows = overlay.rows(of: .heart, day: day, hour: ofDay, state: state, context: &context)
        let document = HourDocuments(overlay.connection, pool: overlay.pool).document(hour, rows, context: &context)
        return Publication(
            place: Place(.published, day: day, stream: .heart, hour: ofDay),
            type: .heart,
            name: HourDocuments.name(hour),
            document: document,
            uploads: uploads
        )
    }

    private mutating func deriveWorkout(
        _ id: UUID128,
        _ uploads: [Int],
        _ state: some State,
        _ context: inout Context
    ) -> Publication? {
        if overlay.directory.entries[id]?.isFrozen ?? false { return nil }
        var document: Document?
        if let workout = overlay.workout(id, state: state, context: &context) {
            let sourceKey = overlay.pool.origin(workout).sourceKey
            let days = Instant.utcDay(workout.start) - 1...Instant.utcDay(workout.end)
            var associated = overlay.quantities(days: days, state: state, context: &context).filter { sample in
                !sample.flags.contains(.namesWorkout)
                    && Interval.overlap(sample.start, sample.end, workout.start, workout.end)
                    && overlay.pool.origin(sample).sourceKey == sourceKey
            }
            associated += overlay.samples(naming: id, state: state, context: &context).filter { $0.id != id }
            let made = WorkoutDocuments(overlay.connection, pool: overlay.pool, rules: context.rules)
                .document(workout, associated, context: &context)
            overlay.directory.note(firstSampleDay: made.firstSampleDay, of: id)
            document = made
        }
        var name: [UInt8] = []
        id.append(to: &name)
        let place = Place(.published, stream: .workouts, id: id)
        return Publication(place: place, type: .workouts, name: name, document: document, uploads: uploads)
    }
}

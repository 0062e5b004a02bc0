extension Batch.ConnectionCommit {
    /// Derives what a commit affected, each window once, from all samples that it holds now; gives back the records that
    /// have changed, ascending by id and part.
    ///
    /// A document is compared and encoded as soon as it is made, so that there is but one at a time.
    mutating func derive(_ affected: AffectedWindows, _ state: some PartitionState, _ context: inout Context)
        -> [ChangedRecord]
    {
        var records: [ChangedRecord] = []
        var encoded = EncodedPart()
        var views: [Day: DayTallies] = [:]
        var workouts = WorkoutsRead(affected.workouts, affected.windows.lazy.map(\.window))
        for (window, uploads) in affected.windows {
            guard let publication = derive(window, uploads, &views, &workouts, state, &context) else { continue }
            publish(publication, by: &encoded, into: &records, state, context.rules)
        }
        for publication in deriveSleep(affected.sleep, state, &context) {
            publish(publication, by: &encoded, into: &records, state, context.rules)
        }
        records.sort(by: ChangedRecord.ascending)
        return records
    }

    /// A window as it is now.
    mutating func derive(
        _ window: Window,
        _ uploads: [Int],
        _ views: inout [Day: DayTallies],
        _ workouts: inout WorkoutsRead,
        _ state: some PartitionState,
        _ context: inout Context
    ) -> DerivedDocument? {
        switch window {
        case .totals(let type, let day):
            var view = views.removeValue(forKey: day) ?? DayTallies(day, loaded, &context)
            defer { views[day] = view }
            let tallies = view.tallies(type, &loaded, state, &context)
            return publication(type, day, uploads, days.totals(type, day, tallies, of: loaded.pool))
        case .samples(let type, let day):
            let view = views[day] ?? DayTallies(day, loaded, &context)
            views[day] = view
            let rows = loaded.rows(of: type, days: view.days, state: state, context: &context)
            return publication(type, day, uploads, days.samples(type, day, rows, of: loaded.pool, context: &context))
        case .summary(let day):
            var view = views.removeValue(forKey: day) ?? DayTallies(day, loaded, &context)
            defer { views[day] = view }
            let tallies = view.tallies(&loaded, state, &context)
            let rings = loaded.rows(of: .activitiesSummary, days: view.days, state: state, context: &context)
            let document = days.summary(day, tallies, rings: rings, of: loaded.pool, context: &context)
            return publication(.activitiesSummary, day, uploads, document)
        case .hour(let hour): return deriveHour(hour, uploads, state, &context)
        case .characteristics:
            let stateKey = StateKey(.published, stream: .characteristic)
            let rows = loaded.rows(of: .characteristic, days: 0...0, state: state, context: &context)
            let document = HourDocuments(loaded.connection)
                .characteristics(rows, of: loaded.pool, context: &context)
            return DerivedDocument(
                stateKey: stateKey,
                type: .characteristic,
                name: [],
                document: document,
                uploads: uploads
            )
        case .workout(let id): return deriveWorkout(id, uploads, &workouts, state, &context)
        }
    }

    private func publication(_ type: DataType, _ day: Day, _ uploads: [Int], _ document: Document?) -> DerivedDocument {
        DerivedDocument(
            stateKey: StateKey(.published, day: day.days, stream: type),
            type: type,
            name: day.bytes,
            document: document,
            uploads: uploads
        )
    }

    private var days: DayDocuments { DayDocuments(loaded.connection) }

    private mutating func deriveHour(
        _ hour: Int64,
        _ uploads: [Int],
        _ state: some PartitionState,
        _ context: inout Context
    ) -> DerivedDocument {
        let start = Double(hour) * 3600
        let day = Instant.utcDay(start)
        let ofDay = UInt8(clamping: hour - Int64(day) * 24)
        let rows = loaded.rows(of: .heart, day: day, hour: ofDay, state: state, context: &context)
        let document = HourDocuments(loaded.connection)
            .document(hour, rows, of: loaded.pool, context: &context)
        return DerivedDocument(
            stateKey: StateKey(.published, day: day, stream: .heart, hour: ofDay),
            type: .heart,
            name: HourDocuments.name(hour),
            document: document,
            uploads: uploads
        )
    }

    private mutating func deriveWorkout(
        _ id: UUID128,
        _ uploads: [Int],
        _ workouts: inout WorkoutsRead,
        _ state: some PartitionState,
        _ context: inout Context
    ) -> DerivedDocument? {
        if loaded.directory.isFrozen(id) { return nil }
        var document: Document?
        if let workout = loaded.workout(id, state: state, context: &context) {
            var associated = workouts.taken(by: workout, &loaded, state, &context)
            associated += loaded.samples(naming: id, state: state, context: &context).filter { $0.id != id }
            let made = WorkoutDocuments(pool: loaded.pool, rules: context.rules)
                .document(workout, associated, of: loaded.connection, context: &context)
            loaded.directory.note(firstSampleDay: made.firstSampleDay, of: id)
            document = made
        }
        var name: [UInt8] = []
        id.append(to: &name)
        let stateKey = StateKey(.published, stream: .workouts, id: id)
        return DerivedDocument(stateKey: stateKey, type: .workouts, name: name, document: document, uploads: uploads)
    }
}

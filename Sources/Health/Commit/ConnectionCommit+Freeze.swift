/// Retention: what starts before the horizon leaves the state, and documents made from it are frozen, without ever
/// being deleted.
extension Batch.ConnectionCommit {
    /// The longest that a sample can reach beyond its start, in days: 40, and one for zones.
    private static let reachDays: Int32 = 41

    /// Freezes and drops, when an upload has moved the horizon to another day.
    mutating func freeze(_ state: some PartitionState, _ context: inout Context) {
        let day = loaded.horizonDay(context.rules)
        guard day > loaded.header.horizonDay else { return }
        loaded.finishMerge(state, &context)
        freezeDays(day, state)
        freezeSleep(day, state, context.rules, &context)
        freezeWorkouts(day, state)
        loaded.drop(before: day, state: state, context: &context)
        loaded.dropNames(before: day, state: state, context: &context)
        loaded.header.horizonDay = day
    }

    /// Documents of days and hours: forgotten where nothing can come any more, else marked.
    private mutating func freezeDays(_ day: Int32, _ state: some PartitionState) {
        // What could not change any more when the horizon moved the last time was forgotten then.
        let first = loaded.header.horizonDay == .min ? .min : loaded.header.horizonDay - 2
        for entry in loaded.published(days: first...day + Self.reachDays, state: state) {
            let stateKey = entry.stateKey
            if stateKey.stream == DataType.sleep.rawValue { continue }
            if stateKey.stream == DataType.heart.rawValue {
                if stateKey.day < day { loaded.publish(nil, at: stateKey, state: state) }
            } else if stateKey.day + 2 <= day {
                loaded.publish(nil, at: stateKey, state: state)
            } else if entry.document.firstSampleDay < day, !entry.document.isFrozen {
                var known = entry.document
                known.isFrozen = true
                loaded.publish(known, at: stateKey, state: state)
            }
        }
    }

    /// Sessions of sleep: remembered for as long as a sample after the horizon could join them.
    ///
    /// What has joined a frozen session without making one, and is dropped now, has lengthened it.
    private mutating func freezeSleep(
        _ day: Int32,
        _ state: some PartitionState,
        _ rules: Rules,
        _ context: inout Context
    ) {
        let horizon = Double(day) * Instant.day
        let threshold = rules.sleepThresholdSeconds
        var dropped: [ByteString: [Sample]]?
        // The first sample of one that is kept on the horizon's own day can start a fraction of a millisecond before it.
        for entry in loaded.published(days: Int32.min...day, state: state)
        where entry.stateKey.stream == DataType.sleep.rawValue && entry.document.firstSampleDay < day {
            var known = entry.document
            if known.isFrozen {
                let bySource = dropped ?? droppedSleep(before: day, state, &context)
                dropped = bySource
                for row in bySource[ByteString(known.sourceKey)] ?? [] where row.start < known.end + threshold {
                    known.end = max(known.end, row.end)
                }
            } else {
                known.isFrozen = true
                loaded.header.hasNewlyFrozenSleep = true
            }
            let isOver = known.end + threshold <= horizon
            if isOver || known != entry.document {
                loaded.publish(isOver ? nil : known, at: entry.stateKey, state: state)
            }
        }
    }

    /// The samples of sleep that are to be dropped, by the keys of their sources, ascending.
    private mutating func droppedSleep(
        before day: Int32,
        _ state: some PartitionState,
        _ context: inout Context
    ) -> [ByteString: [Sample]] {
        let first = min(loaded.header.horizonDay, day - 1)
        let rows = loaded.rows(of: .sleep, days: first...day - 1, state: state, context: &context)
        let dropped = Sample.sorted(rows.filter { $0.utcDay < day })
        return Dictionary(grouping: dropped) { ByteString(loaded.pool.origin($0).sourceKey) }
    }

    /// Workouts: the directory remembers which are frozen.
    private mutating func freezeWorkouts(_ day: Int32, _ state: some PartitionState) {
        for id in loaded.directory.freeze(before: day) {
            let stateKey = StateKey(.published, stream: .workouts, id: id)
            if loaded.published(at: stateKey, state: state) != nil { loaded.publish(nil, at: stateKey, state: state) }
        }
    }
}

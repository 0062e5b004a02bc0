/// Retention: what starts before the horizon leaves the state, and documents made from it are frozen, without ever
/// being deleted.
extension Batch.Work {
    /// The longest that a sample can reach beyond its start, in days: 40, and one for zones.
    private static let reachDays: Int32 = 41

    /// Freezes and drops, when the commit has moved the horizon to another day.
    mutating func freeze(_ state: some State, _ context: inout Context) {
        let day = overlay.horizonDay(context.rules)
        guard day > overlay.header.horizonDay else { return }
        freezeDays(day, state)
        freezeSleep(day, state, context.rules, &context)
        freezeWorkouts(day, state)
        overlay.drop(before: day, state: state, context: &context)
        overlay.header.horizonDay = day
    }

    /// Documents of days and hours: forgotten where nothing can come any more, else marked.
    private mutating func freezeDays(_ day: Int32, _ state: some State) {
        let range = Place.range(.published, days: Int32.min...day + Self.reachDays)
        for place in overlay.publishedPlaces(in: range, state: state) {
            guard let type = DataType(rawValue: place.stream), type != .sleep, type != .workouts,
                type != .characteristic, var known = overlay.published(at: place, state: state)
            else { continue }
            if type == .heart {
                if place.day < day { overlay.published[place] = .some(nil) }
            } else if place.day + 2 <= day {
                overlay.published[place] = .some(nil)
            } else if known.firstSampleDay < day, !known.isFrozen {
                known.isFrozen = true
                overlay.published[place] = known
            }
        }
    }

    /// Sessions of sleep: remembered for as long as a sample after the horizon could join them.
    ///
    /// What has joined a frozen session without making one, and is dropped now, has lengthened it.
    private mutating func freezeSleep(_ day: Int32, _ state: some State, _ rules: Rules, _ context: inout Context) {
        let horizon = Double(day) * Instant.day
        let range = Place.range(.published, days: Int32.min...day - 1)
        let old = overlay.header.horizonDay == .min ? day : overlay.header.horizonDay
        var dropped: [Sample]?
        for place in overlay.publishedPlaces(in: range, state: state) where place.stream == DataType.sleep.rawValue {
            guard var known = overlay.published(at: place, state: state) else { continue }
            if known.isFrozen {
                let rows =
                    dropped
                    ?? overlay.rows(of: .sleep, days: min(old, day)...day, state: state, context: &context)
                    .sorted(by: Sample.ascending)
                dropped = rows
                for row in rows where row.utcDay < day && overlay.pool.origin(row).sourceKey == known.sourceKey {
                    if row.start < known.end + rules.sleepThresholdSeconds { known.end = max(known.end, row.end) }
                }
            }
            known.isFrozen = true
            let isOver = known.end + rules.sleepThresholdSeconds <= horizon
            overlay.published[place] = isOver ? .some(nil) : known
        }
    }

    private mutating func freezeWorkouts(_ day: Int32, _ state: some State) {
        for (id, entry) in overlay.directory.entries where !entry.isFrozen && entry.firstSampleDay < day {
            overlay.directory.entries[id]?.isFrozen = true
            overlay.directory.isDirty = true
            // The directory remembers that it is frozen.
            let place = Place(.published, stream: .workouts, id: id)
            if overlay.published(at: place, state: state) != nil { overlay.published[place] = .some(nil) }
        }
    }
}

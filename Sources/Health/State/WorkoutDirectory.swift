package import Vocabulary

/// The workouts of one connection by day and by id, if a commit has read or changed them.
///
/// Workouts are listed by the UTC day of their start, so that the workouts that overlap a sample are in the lists of a
/// few days. A second index contains the day of each workout's id.
package struct WorkoutDirectory {
    private struct Loaded {
        var list: WorkoutDay
        /// The length of the stored value; nil if there is none.
        let heldBytes: Int?
        /// Whether the list must be written.
        var isDirty = false
    }

    private let reader: StateReader
    private var days: [Int32: Loaded] = [:]
    /// The index entries that were read or derived; nil for ids that are not workouts.
    private var places: [UUID128: WorkoutPlace?] = [:]
    private var changedPlaces: Set<UUID128> = []
    /// The hidden workouts of the lists that were searched and not changed since, by the workouts that count for them.
    private var hiddenWorkouts: [Int32: [UUID128: [UUID128]]] = [:]

    package init(_ reader: StateReader) { self.reader = reader }

    /// Returns a workout by its id; nil if there is none.
    package mutating func entry(_ id: UUID128) -> WorkoutDay.Entry? {
        guard case .day(let day) = place(of: id) else { return nil }
        let entry = list(day).entries[id]
        if entry == nil { reader.note(unreadable: .workouts, []) }
        return entry
    }

    /// Returns the workouts that may overlap ranges of UTC days, each once and in any order.
    ///
    /// The result can include other workouts of the same days. The ranges must ascend by their first days. Each list is
    /// read once, even if several ranges need it.
    mutating func entries(on ranges: [ClosedRange<Int32>], _ summary: ConnectionSummary) -> [WorkoutDay.Entry] {
        guard let first = ranges.first?.lowerBound, let last = ranges.map(\.upperBound).max() else { return [] }
        var entries: [WorkoutDay.Entry] = []
        var next = Int32.min
        for range in ranges {
            let start = Double(range.lowerBound) * Instant.day - summary.longestSeconds(of: .workouts)
            var day = max(next, Instant.utcDay(start))
            while day <= range.upperBound {
                entries += list(day).entries.values
                day += 1
            }
            next = max(next, day)
        }
        if summary.hasLong(.workouts) {
            let long = list(WorkoutDay.long).entries.values
            entries += long.filter { (first...last).overlaps(Instant.utcDay($0.start)...Instant.utcDay($0.end)) }
        }
        return entries
    }

    /// Returns the workouts that may overlap ranges of UTC days, without those for which others count.
    mutating func shown(on ranges: [ClosedRange<Int32>], _ summary: ConnectionSummary) -> [WorkoutDay.Entry] {
        let entries = entries(on: ranges, summary)
        return summary.hidesWorkouts ? entries.filter { $0.shownBy == nil } : entries
    }

    /// Inserts a workout, or replaces it with a better copy.
    ///
    /// A frozen workout stays frozen. A new workout is not primary until its document is derived.
    package mutating func insert(_ sample: Sample, _ origin: Origin, _ activityType: Workout.Code) {
        let day = WorkoutDay.day(start: sample.start, end: sample.end)
        let entry = WorkoutDay.Entry(
            sample,
            origin,
            activityType,
            isFrozen: isFrozen(sample.id),
            isPrimary: self.entry(sample.id)?.isPrimary ?? false
        )
        if case .day(let other) = place(of: sample.id), other != day { set(sample.id, nil, on: other) }
        set(sample.id, entry, on: day)
        note(.day(day), of: sample.id)
    }

    /// Whether the document of a workout is frozen.
    package mutating func isFrozen(_ id: UUID128) -> Bool {
        place(of: id) == .dropped || entry(id)?.isFrozen ?? false
    }

    /// Freezes workouts whose documents contain samples that start before a UTC day, and returns these workouts.
    ///
    /// Workouts that start before that day are also removed; only the index keeps their ids. All lists are read,
    /// because a sample that names a workout can be older than the workout. This happens once a day for each
    /// connection.
    package mutating func freeze(before day: Int32) -> [WorkoutDay.Entry] {
        loadAll()
        var frozen: [WorkoutDay.Entry] = []
        for (listed, loaded) in days {
            for (id, var entry) in loaded.list.entries where entry.firstSampleDay < day {
                if !entry.isFrozen { frozen.append(entry) }
                let isDropped = Instant.utcDay(entry.start) < day
                if entry.isFrozen, !isDropped { continue }
                entry.isFrozen = true
                set(id, isDropped ? nil : entry, on: listed)
                if isDropped { note(.dropped, of: id) }
            }
        }
        return frozen.sorted { $0.id < $1.id }
    }

    /// Removes a workout, unless it is frozen.
    package mutating func remove(_ id: UUID128) {
        guard case .day(let day) = place(of: id), let held = entry(id), !held.isFrozen else { return }
        set(id, nil, on: day)
        note(nil, of: id)
    }

    /// Records the UTC day of the first sample of a workout's document.
    package mutating func note(firstSampleDay: Int32, of id: UUID128) {
        guard case .day(let day) = place(of: id), var held = entry(id), held.firstSampleDay != firstSampleDay else {
            return
        }
        held.firstSampleDay = firstSampleDay
        set(id, held, on: day)
    }

    /// Records which workout counts instead of a workout; nil if it counts itself.
    mutating func note(shownBy other: UUID128?, of id: UUID128) {
        guard case .day(let day) = place(of: id), var held = entry(id), held.shownBy != other else { return }
        held.shownBy = other
        set(id, held, on: day)
    }

    /// Returns the workouts that a workout counts for: itself, and those that an app wrote again under other ids.
    ///
    /// All of them start on one UTC day.
    mutating func workouts(shownBy id: UUID128) -> [UUID128] {
        guard let shown = entry(id) else { return [id] }
        return [id] + [Instant.utcDay(shown.start), WorkoutDay.long].flatMap { hidden(on: $0)[id] ?? [] }
    }

    /// Returns the hidden workouts of a list, by the workouts that count for them.
    private mutating func hidden(on day: Int32) -> [UUID128: [UUID128]] {
        if let known = hiddenWorkouts[day] { return known }
        var hidden: [UUID128: [UUID128]] = [:]
        for entry in list(day).entries.values {
            if let shown = entry.shownBy { hidden[shown, default: []].append(entry.id) }
        }
        hiddenWorkouts[day] = hidden
        return hidden
    }

    /// Records whether the document of a workout says that the workout is primary.
    mutating func note(isPrimary: Bool, of id: UUID128) {
        guard case .day(let day) = place(of: id), var held = entry(id), held.isPrimary != isPrimary else { return }
        held.isPrimary = isPrimary
        set(id, held, on: day)
    }

    /// The changed lists and index entries.
    var changes: [StateChange] {
        var changes: [StateChange] = []
        for (day, loaded) in days where loaded.isDirty {
            let value = loaded.list.entries.isEmpty ? nil : loaded.list.packed
            if value == nil, loaded.heldBytes == nil { continue }
            changes.append(reader.change(StateKey(.workouts, day: day), to: value, from: loaded.heldBytes))
        }
        for id in changedPlaces {
            let change = reader.change(StateKey(.workoutPlace, id: id), to: (places[id] ?? nil)?.packed)
            if change.value != nil || change.heldBytes != nil { changes.append(change) }
        }
        return changes
    }

    private mutating func place(of id: UUID128) -> WorkoutPlace? {
        if let known = places[id] { return known }
        let place = reader.read(.workoutPlace, at: StateKey(.workoutPlace, id: id)) { WorkoutPlace($0) }.meaning
        places[id] = .some(place)
        return place
    }

    private mutating func note(_ place: WorkoutPlace?, of id: UUID128) {
        if let known = places[id], known == place { return }
        places[id] = .some(place)
        changedPlaces.insert(id)
    }

    private mutating func set(_ id: UUID128, _ entry: WorkoutDay.Entry?, on day: Int32) {
        if list(day).entries[id]?.shownBy != entry?.shownBy { hiddenWorkouts[day] = nil }
        days[day]?.list.entries[id] = entry
        days[day]?.isDirty = true
    }

    private mutating func list(_ day: Int32) -> WorkoutDay {
        if let known = days[day] { return known.list }
        let read = reader.read(.workouts, at: StateKey(.workouts, day: day)) { WorkoutDay($0) }
        return take(read.meaning ?? WorkoutDay(), of: day, heldBytes: read.heldBytes)
    }

    @discardableResult
    private mutating func take(_ list: WorkoutDay, of day: Int32, heldBytes: Int?) -> WorkoutDay {
        days[day] = Loaded(list: list, heldBytes: heldBytes)
        for id in list.entries.keys { places[id] = .some(.day(day)) }
        return list
    }

    private mutating func loadAll() {
        var read: [(day: Int32, bytes: [UInt8])] = []
        reader.scan(StateKey.range(.workouts, days: Int32.min...Int32.max)) { read.append(($0.day, $1.copied)) }
        for (day, bytes) in read where days[day] == nil {
            let list = WorkoutDay(bytes)
            if list == nil { reader.note(unreadable: .workouts, bytes) }
            take(list ?? WorkoutDay(), of: day, heldBytes: bytes.count)
        }
    }
}

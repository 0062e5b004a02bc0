/// The workouts of one connection, each with what tells which samples are its own, as far as a commit has read or changed it.
///
/// Listed by the UTC day of their start, so that a sample finds the workouts that it overlaps in the lists of few days,
/// however many there ever were; and of each is kept by its id where that is.
package struct WorkoutDirectory {
    /// A list, and what the state has of it.
    private struct Loaded {
        var list: WorkoutDay
        /// The length that it has in the state, nil when the state has none.
        let heldBytes: Int?
        /// Whether it must be written.
        var isDirty = false
    }

    private let reader: StateReader
    private var days: [Int32: Loaded] = [:]
    /// The places that were read or found, nil of what there is not.
    private var places: [UUID128: WorkoutPlace?] = [:]
    private var changedPlaces: Set<UUID128> = []

    /// The directory as the state has it.
    package init(_ reader: StateReader) { self.reader = reader }

    /// A workout by its id, nil when there is none.
    package mutating func entry(_ id: UUID128) -> WorkoutDay.Entry? {
        guard case .day(let day) = place(of: id) else { return nil }
        let entry = list(day).entries[id]
        if entry == nil { reader.note(unreadable: .workouts, []) }
        return entry
    }

    /// The workouts that may go on at some time of some UTC days, as long as workouts have been so far, in any order, each
    /// once; perhaps others that last longer than a day.
    ///
    /// The ranges ascend by their first days; each list is looked at once, however many of them reach it.
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

    /// Enters a workout, or the copy that counts now; one that is frozen stays so.
    package mutating func insert(_ sample: Sample, sourceKey: [UInt8]) {
        let day = WorkoutDay.day(start: sample.start, end: sample.end)
        let entry = WorkoutDay.Entry(
            id: sample.id,
            sourceKey: sourceKey,
            start: sample.start,
            end: sample.end,
            firstSampleDay: sample.utcDay,
            isFrozen: isFrozen(sample.id)
        )
        if case .day(let other) = place(of: sample.id), other != day { set(sample.id, nil, on: other) }
        set(sample.id, entry, on: day)
        note(.day(day), of: sample.id)
    }

    /// Whether the document of a workout is frozen.
    package mutating func isFrozen(_ id: UUID128) -> Bool {
        place(of: id) == .dropped || entry(id)?.isFrozen ?? false
    }

    /// Freezes the workouts whose documents were made from samples that start before a UTC day; gives back which.
    ///
    /// Of those that start before it themselves nothing but the id stays. All are looked at, since samples that name a
    /// workout can be older than it: once on each day of a connection.
    package mutating func freeze(before day: Int32) -> [UUID128] {
        loadAll()
        var frozen: [UUID128] = []
        for (listed, loaded) in days {
            for (id, var entry) in loaded.list.entries where entry.firstSampleDay < day {
                if !entry.isFrozen { frozen.append(id) }
                let isDropped = Instant.utcDay(entry.start) < day
                if entry.isFrozen, !isDropped { continue }
                entry.isFrozen = true
                set(id, isDropped ? nil : entry, on: listed)
                if isDropped { note(.dropped, of: id) }
            }
        }
        return frozen.sorted()
    }

    /// Removes a workout; one that is frozen stays.
    package mutating func remove(_ id: UUID128) {
        guard case .day(let day) = place(of: id), let held = entry(id), !held.isFrozen else { return }
        set(id, nil, on: day)
        note(nil, of: id)
    }

    /// Notes from when on samples made a workout's document.
    package mutating func note(firstSampleDay: Int32, of id: UUID128) {
        guard case .day(let day) = place(of: id), var held = entry(id), held.firstSampleDay != firstSampleDay else {
            return
        }
        held.firstSampleDay = firstSampleDay
        set(id, held, on: day)
    }

    /// The changed lists and places.
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
        _ = list(day)
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

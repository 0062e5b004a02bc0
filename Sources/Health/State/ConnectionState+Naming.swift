package import Vocabulary

/// Samples that name a workout whose id is deleted belong to no workout by name.
///
/// HealthKit keeps the samples of a workout that its owner cut or deleted.
extension ConnectionState {
    /// Whether a sample names a workout whose id is deleted.
    mutating func namesDeletedWorkout(_ sample: Sample) -> Bool {
        guard let workout = Extra(segments.pool.extra(sample)).workout else { return false }
        if let lastNamed, lastNamed.workout == workout { return lastNamed.isDeleted }
        let isDeleted = deletedIDs.contains(workout)
        lastNamed = (workout, isDeleted)
        return isDeleted
    }

    /// Unties the samples that name workouts from them, because the ids of the workouts were deleted.
    ///
    /// All samples must be merged.
    mutating func untieFromDeleted() {
        lastNamed = nil
        var named: Set<StateKey> = []
        for id in pendingDeletions.keys {
            for stateKey in mentions.segments(naming: id) {
                named.insert(stateKey)
                mentions.remove(stateKey, naming: id)
            }
        }
        for stateKey in named {
            let index = segments.index(of: stateKey)
            for row in segments.list[index].segment.rows.indices {
                let held = segments.list[index].segment.rows[row]
                guard let workout = segments.pool.named(by: held), let deletion = pendingDeletions[workout] else {
                    continue
                }
                setFlags(held.flags.subtracting(.namesWorkout), at: (index, row), by: deletion.upload)
            }
        }
    }

    /// Changes the flags of a stored sample, which affects documents like another copy of it.
    mutating func setFlags(_ flags: Sample.Flags, at place: (index: Int, row: Int), by upload: Int) {
        let held = segments.list[place.index].segment.rows[place.row]
        if held.upload < 0 { removed[held.identity] = (held, upload) }
        segments.list[place.index].segment.rows[place.row].flags = flags
        segments.list[place.index].segment.rows[place.row].upload = max(held.upload, Int32(clamping: upload))
        if !flags.isDisjoint(with: .hidden) { segments.list[place.index].segment.hidesSome = true }
        segments.list[place.index].isDirty = true
    }

    /// Returns the samples that belong to a workout by name: those that name it or a workout for which it counts, or
    /// whose twins do.
    package mutating func samples(naming workout: UUID128) -> [Sample] {
        var rows: [Sample] = []
        var twins: Set<SampleIdentity> = []
        for named in summary.hidesWorkouts ? directory.workouts(shownBy: workout) : [workout] {
            for stateKey in mentions.segments(naming: named) {
                for shown in samples(in: stateKey, naming: named) {
                    // Several twins may name the workout.
                    let mayRepeat = shown.flags.contains(.namedByTwin)
                    if !mayRepeat || twins.insert(shown.identity).inserted { rows.append(shown) }
                }
            }
        }
        return rows
    }

    /// Returns the samples of a segment that show for those that name a workout.
    ///
    /// The segment is searched once for all workouts, because many may be named in it.
    private mutating func samples(in stateKey: StateKey, naming workout: UUID128) -> [Sample] {
        if let known = namedRows[stateKey] { return known[workout] ?? [] }
        let rows = segments.rows(stateKey)
        var shownTwins: [Measurement: Sample] = [:]
        func add(_ twin: Sample) { Measurement(twin, segments.pool).map { shownTwins[$0] = twin } }
        for row in rows where row.isShown && row.flags.contains(.namedByTwin) { add(row) }
        var searched: Set<Int64> = []
        var named: [UUID128: [Sample]] = [:]
        for row in rows {
            guard let id = segments.pool.named(by: row) else { continue }
            if row.isShown { named[id, default: []].append(row) }
            guard row.flags.contains(.twin), let measurement = Measurement(row, segments.pool) else { continue }
            if shownTwins[measurement] == nil, row.mayHaveTwinElsewhere,
                searched.insert(row.startMilliseconds).inserted
            {
                for twin in self.shownTwins(near: row, besides: stateKey) { add(twin) }
            }
            if let shown = shownTwins[measurement] { named[id, default: []].append(shown) }
        }
        namedRows[stateKey] = named
        return named[workout] ?? []
    }
}

extension Pool {
    /// Returns the workout that a sample names; nil if it names none.
    func named(by sample: Sample) -> UUID128? {
        sample.flags.contains(.namesWorkout) ? Extra(extra(sample)).workout : nil
    }
}

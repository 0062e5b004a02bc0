/// Measurements that devices send once more: as new samples, or as other copies of samples.
extension History {
    /// Adds a run that several apps wrote, new versions of samples, and samples and workouts under new ids.
    mutating func addAgain(to made: inout [PlainSample]) {
        if oneIn(2) { made += sharedRun() }
        for index in made.indices where made[index].workout != nil {
            if oneIn(3) { continue }
            made[index].externalUUID = pick(["", "run-1", "run-1", "run-2"])
        }
        if oneIn(2) {
            let others = versions(of: &made)
            made += others
        }
        if !oneIn(3) { made += reinstalled(made) }
    }

    /// One run as several apps wrote it, and what was measured meanwhile.
    private mutating func sharedRun() -> [PlainSample] {
        let start = instant()
        let length = Double(number(1...4)) * 600
        let code = pick([37, 37, 13])
        var all: [PlainSample] = []
        for _ in 0..<number(2...4) {
            // Some overlap for just half of the shorter one.
            let from = start + pick([0, 0, 60, length / 2, -length / 2, length / 4])
            var workout = plain("HKWorkoutTypeIdentifier", from, pick([length, length, length / 2, length * 2, 0]))
            workout.source = pick([Self.watch, Self.phone, Self.ring, Self.newWatch, Self.nameless, nil])
            workout.workout = PlainWorkout(
                code: oneIn(6) ? 52 : code,
                newName: oneIn(8) ? "Padel" : nil,
                duration: nil,
                events: [],
                activities: [],
                statistics: []
            )
            all.append(workout)
            for _ in 0..<number(0...3) { all.append(near(workout, from, length)) }
        }
        return all
    }

    /// Lets samples have an identifier for synchronization, and returns newer and older versions of them.
    private mutating func versions(of made: inout [PlainSample]) -> [PlainSample] {
        var versions: [PlainSample] = []
        for index in made.indices where made[index].known.isListed {
            if oneIn(2) { continue }
            made[index].syncIdentifier = pick(["sync-1", "sync-1", "sync-2", ""])
            made[index].syncVersion = pick([nil, 1, 2])
            for _ in 0..<number(0...2) {
                var version = made[index]
                version.id = uuid()
                version.syncVersion = pick([nil, 0.5, 1, 2, 2, 3])
                // Some of another hour, few of another day.
                let later: Double = pick([0, 0, 60, 900, -1800, 7200])
                version.move(to: version.start + later)
                if let value = version.value, version.unit != nil { version.value = value * pick([1, 0.5, 0.25]) }
                if oneIn(8) { version.source = pick(Self.sources) }
                versions.append(version)
            }
        }
        return versions
    }

    /// The same under new ids, as after an app was installed again.
    private mutating func reinstalled(_ made: [PlainSample]) -> [PlainSample] {
        var newIDs: [String: String] = [:]
        var again: [PlainSample] = []
        // Of two characteristics with one start nothing says which one shows.
        for sample in made where sample.known.kind != .characteristic {
            if oneIn(3) { continue }
            var copy = sample
            copy.id = uuid()
            newIDs[sample.id] = copy.id
            // Within the same millisecond.
            if copy.workout == nil, oneIn(6) { (copy.start, copy.end) = (copy.start + 0.0003, copy.end + 0.0003) }
            if oneIn(6) { copy.source = pick(Self.sources) }
            if oneIn(8), let value = copy.value, copy.unit != nil { copy.value = value / 2 }
            if oneIn(3) { copy.note = "again" }
            if oneIn(4) { copy.device = nil }
            if oneIn(3) { copy.claim.zone = pick(zones) }
            again.append(copy)
        }
        // They name the new workouts, still the old ones, or none.
        for index in again.indices {
            guard let named = again[index].workoutID else { continue }
            if oneIn(6) { again[index].workoutID = nil }
            if let new = newIDs[named], !oneIn(3) { again[index].workoutID = new }
        }
        return again
    }

    /// Copies with other dates or from other zones, and deletions of workouts that samples name.
    mutating func sentAgain(_ made: [PlainSample]) -> [Arrival] {
        var again: [Arrival] = []
        for sample in made {
            if oneIn(4) { again.append(.sample(redated(sample))) }
            for _ in 0..<pick([0, 0, 0, 1, 2]) {
                var moved = oneIn(8) ? redated(sample) : sample
                moved.claim.zone = pick(Self.zones)
                again.append(.sample(moved))
            }
            if sample.workout != nil, oneIn(3) { again.append(.deletion(sample.id)) }
            // Also of a workout that never comes.
            if let named = sample.workoutID, oneIn(8) { again.append(.deletion(named)) }
        }
        return again
    }

    /// A copy whose start is cut or was not, mostly on the same day; it says more than the sample, less or as much.
    private mutating func redated(_ sample: PlainSample) -> PlainSample {
        var copy = sample
        let start = sample.start
        copy.start = pick([
            start.rounded(.down), start + 0.0004, start - 0.0004, start + 0.25, start - 0.25, start + 0.9996,
        ])
        // A point stays one.
        copy.end = start == sample.end ? copy.start : max(copy.start, copy.end)
        if oneIn(3) { copy.note = "dated" }
        if oneIn(3) { copy.device = nil }
        return copy
    }
}

/// What a commit affected, and which of its uploads had a hand in it.
struct AffectedWindows {
    /// A window, and the numbers of the uploads that affected it, ascending.
    struct Affected {
        let window: Window
        var uploads: [Int] = []
        /// The other uploads that changed what a workout may borrow.
        var perhaps: [Int] = []
    }

    private(set) var windows: [Affected] = []
    /// Where each window is in the list.
    private var indices: [Window: Int] = [:]
    /// By window, the uploads whose samples have no part in it, and count where none has.
    private var covering: [Int: [Int]] = [:]
    /// Where samples of sleep came, changed or went, and by which upload.
    private(set) var sleep: [(start: Double, end: Double, upload: Int)] = []

    private var recent = RecentWindows()
    /// When workouts are now.
    private(set) var workouts: WorkoutTimes
    /// The copies of workouts that came or went.
    private var changes: [WorkoutTimes.Change] = []
    /// The workout that was noted last, and by which upload: what follows is mostly of the same.
    private var lastWorkout: (id: UUID128, upload: Int)?
    /// The workout that was noted last as one that may borrow, and by which upload.
    private var lastBorrower: (id: UUID128, upload: Int)?

    /// What all samples affect that are not what they were before the commit.
    init(_ state: borrowing ConnectionState) {
        workouts = WorkoutTimes(state)
        let zones = state.zones
        for (sample, upload) in state.removed.values {
            note(sample, upload, state.segments.pool, zones)
            noteWorkout(sample, upload, state.segments.pool, difference: -1)
        }
        for index in state.segments.list.indices where state.segments.list[index].isDirty {
            for sample in state.segments.list[index].segment.rows where sample.upload >= 0 {
                note(sample, Int(sample.upload), state.segments.pool, zones)
                noteWorkout(sample, Int(sample.upload), state.segments.pool, difference: 1)
            }
        }
        noteNeighbours()
        for (index, uploads) in covering where windows[index].uploads.isEmpty { windows[index].uploads = uploads }
        for index in windows.indices {
            if windows[index].uploads.count > 1 { windows[index].uploads = Self.ascending(windows[index].uploads) }
            if windows[index].perhaps.isEmpty { continue }
            let sure = Set(windows[index].uploads)
            windows[index].perhaps = Self.ascending(windows[index].perhaps).filter { !sure.contains($0) }
        }
    }

    /// All that is of a UTC day, or was published of it, whether it has changed or not.
    init(ofDay day: Int32, in state: inout ConnectionState) {
        workouts = WorkoutTimes(state)
        let zones = state.zones
        for stateKey in state.segments.stateKeys(in: StateKey.range(.segment, days: day - 1...day + 1)) {
            for sample in state.segments.rows(stateKey) { note(sample, 0, state.segments.pool, zones) }
        }
        for entry in state.published.entries(ofDays: day...day) where !entry.document.isFrozen {
            guard let type = DataType(rawValue: entry.stateKey.stream) else { continue }
            if type == .sleep {
                sleep.append((entry.document.start, entry.document.end, 0))
            } else {
                add(Window(entry.stateKey, type), 0)
            }
        }
        sleep = sleep.filter { Instant.utcDay($0.start) == day }
        // Each is of one day, so that none is derived twice.
        windows = windows.filter { $0.window.utcDay(&state.directory) == day }
            .map { Affected(window: $0.window, uploads: [0]) }
    }

    /// All that samples have a part in which last longer than a day, or never expire.
    init(ofLongSamples state: inout ConnectionState) {
        workouts = WorkoutTimes(state)
        let zones = state.zones
        for stream in DataType.allCases {
            for sample in state.long(of: stream) { note(sample, 0, state.segments.pool, zones) }
        }
        windows = windows.map { Affected(window: $0.window, uploads: [0]) }
    }

    private mutating func note(_ sample: Sample, _ upload: Int, _ pool: Pool, _ zones: [Zone]?) {
        guard let type = Catalogue.sampleType(at: sample.type) else { return }
        if type.kind == .quantity, !sample.flags.contains(.namesWorkout),
            recent.hold(sample, type, upload, pool)
        {
            return noteOverlappedWorkouts(sample, type, upload, pool)
        }
        let day = pool.zone(sample).localDay(sample.start)
        switch type.kind {
        case .quantity:
            let days = type.isCumulative ? Self.days(of: sample, zones) : [day]
            let last = days.count == 1 ? day : pool.zone(sample).localDay(sample.end)
            for one in days {
                // It has no part in the days of other zones, but may cover what has.
                let hasPart = days.count == 1 || day <= one && one <= last
                add(.summary(one), upload, hasPart: hasPart)
                if type.document.isTotals { add(.totals(type.document, one), upload, hasPart: hasPart) }
            }
            if !type.document.isTotals { addListed(sample, type, day, upload) }
            if days == [day] {
                let bounds = pool.zone(sample).bounds(of: day)
                recent.note(sample, type, upload, bounds, pool, zones)
            }
            noteOverlappedWorkouts(sample, type, upload, pool)
        case .workout: add(.workout(sample.id), upload)
        case .characteristic: add(.characteristics, upload)
        case .activitySummary: add(.summary(day), upload)
        default:
            if type.document == .sleep {
                sleep.append((sample.start, sample.end, upload))
            } else {
                addListed(sample, type, day, upload)
            }
        }
        if sample.flags.contains(.namesWorkout), let id = Extra(pool.extra(sample)).workout {
            add(.workout(id), upload)
        }
    }

    private mutating func noteOverlappedWorkouts(_ sample: Sample, _ type: SampleType, _ upload: Int, _ pool: Pool) {
        let longestSeconds = workouts.longestSeconds
        if longestSeconds == 0 || sample.flags.contains(.namesWorkout) { return }
        if sample.duration > Interval.lengthsMax * longestSeconds { return }
        for day in sample.utcDay...max(sample.utcDay, Instant.utcDay(sample.end)) {
            let own = workouts.group(ofOrigin: sample.origin, on: day, pool)
            own?.each(taking: sample) { workout in
                if let last = lastWorkout, last == (workout.id, upload) { return }
                add(.workout(workout.id), upload)
                lastWorkout = (workout.id, upload)
            }
            guard type.isBorrowed, let all = workouts.group(ofOrigin: nil, on: day, pool), all !== own else { continue }
            all.each(taking: sample) { workout in
                if let last = lastWorkout, last == (workout.id, upload) { return }
                if let last = lastBorrower, last == (workout.id, upload) { return }
                addBorrower(workout.id, upload)
                lastBorrower = (workout.id, upload)
            }
        }
    }

    private mutating func noteWorkout(_ sample: Sample, _ upload: Int, _ pool: Pool, difference: Int) {
        guard sample.type == SampleType.workout.index else { return }
        let key = pool.origin(sample).sourceKey
        changes.append(.init(sample.start, sample.end, of: key, by: upload, difference: difference))
    }

    /// Workouts take other samples where others make them too many, or no longer do.
    private mutating func noteNeighbours() {
        if changes.isEmpty { return }
        var neighbours: [(id: UUID128, upload: Int)] = []
        workouts.each(affectedBy: changes) { neighbours.append(($0.id, $1)) }
        for neighbour in neighbours { add(.workout(neighbour.id), neighbour.upload) }
    }

    private mutating func addListed(_ sample: Sample, _ type: SampleType, _ day: Day, _ upload: Int) {
        if type.document == .heart {
            add(.hour(Instant.utcHour(sample.start)), upload)
        } else {
            add(.samples(type.document, day), upload)
        }
    }

    private mutating func index(of window: Window) -> Int {
        if let known = indices[window] { return known }
        indices[window] = windows.count
        windows.append(Affected(window: window))
        return windows.count - 1
    }

    /// Notes a workout that may borrow a sample, if it is not its own.
    private mutating func addBorrower(_ id: UUID128, _ upload: Int) {
        let index = index(of: .workout(id))
        if windows[index].perhaps.last != upload { windows[index].perhaps.append(upload) }
    }

    private mutating func add(_ window: Window, _ upload: Int, hasPart: Bool = true) {
        let index = index(of: window)
        // What comes again but not at once is left out in the end: one look at the last costs the same for any number.
        if !hasPart {
            if covering[index]?.last != upload { covering[index, default: []].append(upload) }
        } else if windows[index].uploads.last != upload {
            windows[index].uploads.append(upload)
        }
    }

    /// Each of some numbers once, ascending.
    private static func ascending(_ numbers: [Int]) -> [Int] {
        var each: [Int] = []
        for number in numbers.sorted() where each.last != number { each.append(number) }
        return each
    }

    /// The local days that a sample can have time on.
    ///
    /// It covers other samples, which can be of other zones: so the days of all zones count.
    private static func days(of sample: Sample, _ zones: [Zone]?) -> [Day] {
        guard let zones else {
            return (sample.utcDay - 1...Instant.utcDay(sample.end) + 1).map { Day(days: $0) }
        }
        var days: [Day] = []
        for zone in zones {
            var day = zone.localDay(sample.start)
            let last = zone.localDay(sample.end)
            while day <= last {
                if !days.contains(day) { days.append(day) }
                day = Day(days: day.days + 1)
            }
        }
        // Those of one zone are in order.
        return zones.count > 1 ? days.sorted() : days
    }
}

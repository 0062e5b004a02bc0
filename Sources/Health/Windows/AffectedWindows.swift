import Vocabulary

/// The windows whose documents a commit may change, and the uploads that changed them.
///
/// Each changed sample affects few windows. For example, a step sample affects the day's total of steps, the day's
/// activity summary, and each workout of its source that it overlaps. Each window is derived once per commit, even if
/// many samples affect it.
struct AffectedWindows {
    /// A window with the numbers of the uploads that affected it, ascending.
    struct Affected {
        let window: Window
        var uploads: [Int] = []
        /// For a workout: further uploads, which changed samples of other sources that the workout may borrow.
        var perhaps: [Int] = []
    }

    private(set) var windows: [Affected] = []
    /// The index of each window in the list.
    private var indices: [Window: Int] = [:]
    /// Uploads whose samples only cover samples of other zones in a window, by window index.
    ///
    /// These uploads count only if no other upload affected the window.
    private var covering: [Int: [Int]] = [:]
    /// The time spans in which sleep samples were added, replaced or removed, each with its upload.
    private(set) var sleep: [(start: Double, end: Double, upload: Int)] = []

    private var recent = RecentWindows()
    /// The workouts after the merge.
    private(set) var workouts: WorkoutTimes
    /// The workout and upload noted last, because consecutive samples usually affect the same workout.
    private var lastWorkout: (id: UUID128, upload: Int)?
    /// The UTC day and upload of the motion activity noted last, because a day has many activities.
    private var lastMotion: (day: Int32, upload: Int)?
    /// The workout and upload noted last for a sample that the workout may borrow.
    private var lastBorrower: (id: UUID128, upload: Int)?

    /// Finds the windows that the changes of a commit affect.
    ///
    /// The merge must be finished. `changed` has the workouts that the commit changed.
    init(_ state: borrowing ConnectionState, _ changed: ChangedWorkouts) {
        workouts = WorkoutTimes(state)
        let zones = state.zones
        for (sample, upload) in state.removed.values { note(sample, upload, state.segments.pool, zones) }
        for index in state.segments.list.indices where state.segments.list[index].isDirty {
            for sample in state.segments.list[index].segment.rows where sample.upload >= 0 {
                note(sample, Int(sample.upload), state.segments.pool, zones)
            }
        }
        noteChangedOverlaps(changed.copies)
        for (id, upload) in changed.primaries + state.regrouped { add(.workout(id), upload) }
        for (index, uploads) in covering where windows[index].uploads.isEmpty { windows[index].uploads = uploads }
        for index in windows.indices {
            if windows[index].uploads.count > 1 { windows[index].uploads = Self.ascending(windows[index].uploads) }
            if windows[index].perhaps.isEmpty { continue }
            let sure = Set(windows[index].uploads)
            windows[index].perhaps = Self.ascending(windows[index].perhaps).filter { !sure.contains($0) }
        }
    }

    /// Finds all windows of a UTC day that have samples or published documents, for a re-derivation.
    init(ofDay day: Int32, in state: inout ConnectionState) {
        workouts = WorkoutTimes(state)
        let zones = state.zones
        for stateKey in state.segments.stateKeys(in: StateKey.range(.segment, days: day - 2...day + 1)) {
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
        // Each window belongs to one day, so a re-derivation derives it once.
        windows = windows.filter { $0.window.utcDay(&state.directory) == day }
            .map { Affected(window: $0.window, uploads: [0]) }
    }

    /// Finds the remaining windows for a re-derivation: all windows that long samples affect, and the windows of
    /// published documents that belong to no day and have lost their samples.
    init(ofNoDay state: inout ConnectionState) {
        workouts = WorkoutTimes(state)
        let zones = state.zones
        for stream in DataType.allCases {
            for sample in state.long(of: stream) { note(sample, 0, state.segments.pool, zones) }
        }
        for stateKey in state.published.ofNoDay where state.published[stateKey]?.isFrozen == false {
            if stateKey.stream == DataType.characteristic.rawValue {
                add(.characteristics, 0)
            } else if state.directory.entry(stateKey.id) == nil {
                add(.workout(stateKey.id), 0)
            }
        }
        windows = windows.map { Affected(window: $0.window, uploads: [0]) }
    }

    private mutating func note(_ sample: Sample, _ upload: Int, _ pool: Pool, _ zones: [Zone]?) {
        guard let type = Catalogue.sampleType(at: sample.type) else { return }
        if !sample.isShown { return noteNamedWorkout(sample, upload, pool) }
        if type.kind == .quantity, !sample.isNamed,
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
                // A sample that does not belong to this day may still cover samples of other zones that belong to the
                // day.
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
        case .motion: noteMotion(sample.utcDay, upload)
        default:
            if type.document == .sleep {
                sleep.append((sample.start, sample.end, upload))
            } else {
                addListed(sample, type, day, upload)
            }
        }
        noteNamedWorkout(sample, upload, pool)
    }

    /// Notes the workout that a sample names; a hidden twin names it for the sample that counts.
    private mutating func noteNamedWorkout(_ sample: Sample, _ upload: Int, _ pool: Pool) {
        if sample.flags.contains(.namesWorkout), let id = Extra(pool.extra(sample)).workout {
            add(.workout(workouts.shown(for: id)), upload)
        }
    }

    private mutating func noteMotion(_ utcDay: Int32, _ upload: Int) {
        if let last = lastMotion, last == (utcDay, upload) { return }
        for day in MotionReach.days(affectedBy: utcDay) { add(.motion(Day(days: day)), upload) }
        lastMotion = (utcDay, upload)
    }

    private mutating func noteOverlappedWorkouts(_ sample: Sample, _ type: SampleType, _ upload: Int, _ pool: Pool) {
        let longestSeconds = workouts.longestSeconds
        if longestSeconds == 0 || sample.isNamed { return }
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

    /// Notes workouts to which other samples belong now, because the number of overlapping workouts has changed.
    private mutating func noteChangedOverlaps(_ changes: [WorkoutTimes.Change]) {
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

    /// Notes a workout that may borrow a sample of another source.
    private mutating func addBorrower(_ id: UUID128, _ upload: Int) {
        let index = index(of: .workout(id))
        if windows[index].perhaps.last != upload { windows[index].perhaps.append(upload) }
    }

    private mutating func add(_ window: Window, _ upload: Int, hasPart: Bool = true) {
        let index = index(of: window)
        // Compares with the last upload only. The final sort removes other duplicates.
        if !hasPart {
            if covering[index]?.last != upload { covering[index, default: []].append(upload) }
        } else if windows[index].uploads.last != upload {
            windows[index].uploads.append(upload)
        }
    }

    /// Sorts numbers and removes duplicates.
    private static func ascending(_ numbers: [Int]) -> [Int] {
        var each: [Int] = []
        for number in numbers.sorted() where each.last != number { each.append(number) }
        return each
    }

    /// Returns the local days that a sample can overlap in any zone of the connection.
    ///
    /// A sample also covers samples of other zones, so the days of all zones count.
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
        // The days of a single zone are already in order.
        return zones.count > 1 ? days.sorted() : days
    }
}

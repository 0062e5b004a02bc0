/// The quantity samples that workouts of a commit take by their time.
///
/// Few workouts look through what can reach into each; for many the samples of their days are put in order once, so that each
/// costs what it takes.
struct WorkoutsRead {
    /// So many workouts look for themselves.
    private static let scansMax = 8

    private let isOrdered: Bool
    /// By day and number of the source; what lasts longer than a day is of the day `long`.
    private var days: [Int32: [Int32: [Sample]]] = [:]
    private var ordered: [DaySource: SampleTimes] = [:]
    private static let long = Int32.min

    private struct DaySource: Hashable {
        let day: Int32
        let source: Int32
    }

    private var times: WorkoutTimes

    /// Nothing read yet of the samples of those workouts that are among these windows.
    init(_ times: WorkoutTimes, _ windows: some Sequence<Window>) {
        self.times = times
        let workouts = windows.lazy.filter { if case .workout = $0 { true } else { false } }
        isOrdered = Array(workouts.prefix(Self.scansMax + 1)).count > Self.scansMax
    }

    /// The samples of a workout's source that belong to it by their time.
    mutating func taken(by workout: Sample, in state: inout ConnectionState) -> [Sample] {
        let source = state.segments.pool.sourceNumbers[Int(workout.origin)]
        var taken: [Sample] = []
        if isOrdered {
            let days = Instant.utcDay(workout.start) - 1...Instant.utcDay(workout.end)
            let isFull = times.isExceeded(at: workout.start, ofOrigin: workout.origin, state.segments.pool)
            for day in [Self.long] + Array(days) {
                let key = DaySource(day: day, source: source)
                if ordered[key] == nil { ordered[key] = order(key, of: workout.origin, in: &state) }
                ordered[key]?.append(takenFrom: workout.start, to: workout.end, isFull: isFull, to: &taken)
            }
            return taken
        }
        let limit = times.limit(ofOrigin: workout.origin, from: workout.start, to: workout.end, state.segments.pool)
        for rows in state.rowsWithQuantities(from: workout.start, to: workout.end) {
            for sample in rows
            where Interval.overlap(sample.start, sample.end, workout.start, workout.end)
                && !sample.flags.contains(.namesWorkout)
                && Catalogue.sampleType(at: sample.type)?.kind == .quantity
                && state.segments.pool.sourceNumbers[Int(sample.origin)] == source
                && limit.lets(sample.start, join: workout.start)
            {
                taken.append(sample)
            }
        }
        return taken
    }

    private mutating func order(_ key: DaySource, of origin: Int32, in state: inout ConnectionState) -> SampleTimes {
        let rows = rows(key, in: &state)
        let pool = state.segments.pool
        return SampleTimes(rows) { times.isExceeded(at: $0, ofOrigin: origin, pool) }
    }

    private mutating func rows(_ key: DaySource, in state: inout ConnectionState) -> [Sample] {
        if let known = days[key.day] { return known[key.source] ?? [] }
        let rows = key.day == Self.long ? state.longQuantities() : state.segmentQuantities(days: key.day...key.day)
        let free = rows.filter { !$0.flags.contains(.namesWorkout) }
        let sources = Dictionary(grouping: free) { state.segments.pool.sourceNumbers[Int($0.origin)] }
        days[key.day] = sources
        return sources[key.source] ?? []
    }
}

import Vocabulary

/// Finds the quantity samples that belong to workouts by time.
///
/// If there are few workouts, it scans the samples around each workout. If there are many, it sorts the samples of each
/// day once, so that the cost of each workout depends only on its own samples.
struct WorkoutSamples {
    /// The samples within a workout's time that do not name a workout.
    struct Found {
        /// The samples of the workout's own source, which belong to it.
        var own: [Sample] = []
        /// The samples of other sources that the workout may borrow.
        var others: [Sample] = []
    }

    /// The maximum number of workouts for which samples are scanned instead of sorted.
    private static let scansMax = 8

    private let isOrdered: Bool
    /// The samples by day and source number.
    ///
    /// Samples longer than a day are under the day `long`.
    private var days: [Int32: [Int32: [Sample]]] = [:]
    private var ordered: [DaySource: SampleTimes] = [:]
    /// The stored samples that this commit removed: by time if they name no workout, otherwise by the id of the
    /// workout.
    private var removed: (byTime: SampleTimes, naming: [UUID128: [Sample]])?
    private static let long = Int32.min

    private struct DaySource: Hashable {
        let day: Int32
        /// The number of the source; nil for the samples of all sources whose type can be borrowed.
        let source: Int32?
    }

    private var times: WorkoutTimes

    init(_ times: WorkoutTimes, _ windows: some Sequence<Window>) {
        self.times = times
        let workouts = windows.lazy.filter { if case .workout = $0 { true } else { false } }
        isOrdered = Array(workouts.prefix(Self.scansMax + 1)).count > Self.scansMax
    }

    /// Returns the samples that belong to a workout by time, and those that it may borrow.
    mutating func found(by workout: Sample, in state: inout ConnectionState) -> Found {
        isOrdered ? foundInOrder(by: workout, in: &state) : foundByScan(by: workout, in: &state)
    }

    private mutating func foundByScan(by workout: Sample, in state: inout ConnectionState) -> Found {
        let (start, end) = (workout.start, workout.end)
        let source = state.segments.pool.sourceNumbers[Int(workout.origin)]
        let limit = times.limit(ofOrigin: workout.origin, from: start, to: end, state.segments.pool)
        let limitOfAll = times.limit(ofOrigin: nil, from: start, to: end, state.segments.pool)
        var found = Found()
        for rows in state.rowsWithQuantities(from: start, to: end) {
            for sample in rows where Interval.belongs(sample, from: start, to: end) {
                guard !sample.isNamed, let type = Catalogue.sampleType(at: sample.type),
                    type.kind == .quantity
                else { continue }
                if state.segments.pool.sourceNumbers[Int(sample.origin)] == source {
                    if limit.allows(sample.start, joining: start) { found.own.append(sample) }
                } else if type.isBorrowed, limitOfAll.allows(sample.start, joining: start) {
                    found.others.append(sample)
                }
            }
        }
        return found
    }

    private mutating func foundInOrder(by workout: Sample, in state: inout ConnectionState) -> Found {
        let source = state.segments.pool.sourceNumbers[Int(workout.origin)]
        var found = Found()
        for day in [Self.long] + Array(Instant.utcDay(workout.start) - 1...Instant.utcDay(workout.end)) {
            let own = DaySource(day: day, source: source)
            append(own, takenBy: workout, ofOrigin: workout.origin, in: &state, to: &found.own)
            // If there are only samples of the workout's own source, there is nothing to borrow.
            guard let sources = days[day], sources.count > 1 || sources[source] == nil else { continue }
            let all = DaySource(day: day, source: nil)
            append(all, takenBy: workout, ofOrigin: nil, in: &state, to: &found.others)
        }
        found.others.removeAll { state.segments.pool.sourceNumbers[Int($0.origin)] == source }
        return found
    }

    private mutating func append(
        _ key: DaySource,
        takenBy workout: Sample,
        ofOrigin origin: Int32?,
        in state: inout ConnectionState,
        to taken: inout [Sample]
    ) {
        if ordered[key] == nil { ordered[key] = order(key, ofOrigin: origin, in: &state) }
        ordered[key]?.append(
            takenFrom: workout.start,
            to: workout.end,
            isFull: times.isExceeded(at: workout.start, ofOrigin: origin, state.segments.pool),
            longest: Interval.lengthsMax * workout.duration,
            to: &taken
        )
    }

    private mutating func order(
        _ key: DaySource,
        ofOrigin origin: Int32?,
        in state: inout ConnectionState
    ) -> SampleTimes {
        let rows = rows(key, in: &state)
        let pool = state.segments.pool
        return SampleTimes(rows) { times.isExceeded(at: $0, ofOrigin: origin, pool) }
    }

    private mutating func rows(_ key: DaySource, in state: inout ConnectionState) -> [Sample] {
        let sources = days[key.day] ?? read(key.day, in: &state)
        if let source = key.source { return sources[source] ?? [] }
        return sources.values.flatMap { $0 }.filter { Catalogue.sampleType(at: $0.type)?.isBorrowed ?? false }
    }

    private mutating func read(_ day: Int32, in state: inout ConnectionState) -> [Int32: [Sample]] {
        let rows = day == Self.long ? state.longQuantities() : state.segmentQuantities(days: day...day)
        let free = rows.filter { !$0.isNamed }
        let sources = Dictionary(grouping: free) { state.segments.pool.sourceNumbers[Int($0.origin)] }
        days[day] = sources
        return sources
    }

    /// Returns removed samples that belonged to a workout before the commit, limited to types that can be borrowed.
    ///
    /// A sample that names the workout counts as one of the workout's own samples.
    mutating func removed(from workout: Sample, in state: borrowing ConnectionState) -> Found {
        if state.removed.isEmpty { return Found() }
        let pool = state.segments.pool
        let known = removed ?? sortRemoved(state)
        removed = known
        let source = pool.sourceNumbers[Int(workout.origin)]
        var taken: [Sample] = []
        known.byTime.append(
            takenFrom: workout.start,
            to: workout.end,
            isFull: times.isExceeded(at: workout.start, ofOrigin: nil, pool),
            longest: Interval.lengthsMax * workout.duration,
            to: &taken
        )
        var found = Found(own: known.naming[workout.id] ?? [])
        for sample in taken {
            if pool.sourceNumbers[Int(sample.origin)] == source {
                found.own.append(sample)
            } else {
                found.others.append(sample)
            }
        }
        return found
    }

    private mutating func sortRemoved(
        _ state: borrowing ConnectionState
    ) -> (byTime: SampleTimes, naming: [UUID128: [Sample]]) {
        let pool = state.segments.pool
        var free: [Sample] = []
        var naming: [UUID128: [Sample]] = [:]
        for (sample, _) in state.removed.values
        where sample.isShown && Catalogue.sampleType(at: sample.type)?.isBorrowed ?? false {
            if !sample.isNamed {
                free.append(sample)
            } else if let workout = Extra(pool.extra(sample)).workout {
                naming[workout, default: []].append(sample)
            }
        }
        return (SampleTimes(free) { times.isExceeded(at: $0, ofOrigin: nil, pool) }, naming)
    }
}

/// When a connection's workouts are, day by day and source by source, so that a sample finds those that it can belong to
/// without looking at each.
struct WorkoutTimes {
    /// The workouts of one UTC day.
    private struct Day {
        /// By the keys of their sources.
        let sources: [[UInt8]: WorkoutGroup]
        /// The workouts of all sources; nil where there are none.
        let all: WorkoutGroup?

        init(_ workouts: [WorkoutDay.Entry], of day: Int32) {
            sources = WorkoutTimes.bySource(workouts).mapValues { WorkoutGroup($0, of: day) }
            let only = sources.count <= 1 ? sources.values.first : nil
            all = sources.count <= 1 ? only : WorkoutGroup(WorkoutTimes.ascending(workouts), of: day)
        }
    }

    /// A copy of a workout that came or went.
    struct Change {
        var start: Double
        var end: Double
        var sourceKey: [UInt8]
        var upload: Int
        /// 1 for one that came, −1 for one that went.
        var difference: Int

        init(_ start: Double, _ end: Double, of sourceKey: [UInt8], by upload: Int, difference: Int) {
            (self.start, self.end) = (start, end)
            self.sourceKey = sourceKey
            self.upload = upload
            self.difference = difference
        }
    }

    private struct OriginDay: Hashable {
        let origin: Int32
        let day: Int32
    }

    /// A copy, which reads for itself what nobody has read before.
    private var directory: WorkoutDirectory
    private let summary: ConnectionSummary
    /// Made when a day is first asked for: most commits ask for two.
    private var days: [Int32: Day] = [:]
    /// What was found for each origin of the pool, and what was found last.
    private var known: [OriginDay: WorkoutGroup?] = [:]
    private var last: (key: OriginDay, group: WorkoutGroup?)?
    /// The workouts of all sources that were found last.
    private var lastOfAll: (day: Int32, group: WorkoutGroup?)?
    /// At least as long as the longest workout, in seconds; 0 where no workout takes samples by their time.
    let longestSeconds: Double

    /// The workouts of a connection as it is now.
    init(_ state: borrowing ConnectionState) {
        directory = state.directory
        summary = state.summary
        longestSeconds = summary.hasLong(.workouts) ? .infinity : summary.longestSeconds(of: .workouts)
    }

    /// The workouts of a UTC day, of the source that an origin is of; of all sources without one.
    mutating func group(ofOrigin origin: Int32?, on day: Int32, _ pool: borrowing Pool) -> WorkoutGroup? {
        guard let origin else { return group(on: day) }
        let key = OriginDay(origin: origin, day: day)
        if let last, last.key == key { return last.group }
        let found = known[key] ?? workouts(on: day).sources[pool.origins[Int(origin)].sourceKey]
        known[key] = .some(found)
        last = (key, found)
        return found
    }

    private mutating func group(on day: Int32) -> WorkoutGroup? {
        if let lastOfAll, lastOfAll.day == day { return lastOfAll.group }
        let found = workouts(on: day).all
        lastOfAll = (day, found)
        return found
    }

    /// How many workouts of the source that an origin is of go on at the instants of a span; of all sources without one.
    mutating func limit(
        ofOrigin origin: Int32?,
        from: Double,
        to: Double,
        _ pool: borrowing Pool
    ) -> DayLimits {
        let first = Instant.utcDay(from)
        return DayLimits(
            first,
            (first...max(first, Instant.utcDay(to))).map { group(ofOrigin: origin, on: $0, pool)?.limit }
        )
    }

    /// Whether more workouts of the source that an origin is of go on at an instant than take samples; of all sources
    /// without one.
    mutating func isExceeded(at instant: Double, ofOrigin origin: Int32?, _ pool: borrowing Pool) -> Bool {
        group(ofOrigin: origin, on: Instant.utcDay(instant), pool)?.limit.isExceeded(at: instant) ?? false
    }

    private mutating func workouts(on day: Int32) -> Day {
        if let known = days[day] { return known }
        let made = Day(directory.entries(on: [day...day], summary), of: day)
        days[day] = made
        return made
    }

    private static func ascending(_ workouts: [WorkoutDay.Entry]) -> [WorkoutDay.Entry] {
        workouts.sorted { ($0.start, $0.end) < ($1.start, $1.end) }
    }

    /// Workouts by the keys of their sources, ascending by start.
    private static func bySource(_ workouts: [WorkoutDay.Entry]) -> [[UInt8]: [WorkoutDay.Entry]] {
        Dictionary(grouping: ascending(workouts), by: \.sourceKey)
    }

    /// The workouts that may take other samples than before because others came or went, each with the upload by which
    /// that is so.
    ///
    /// That is where so many went on, or go on, that none takes any: of one source, or of all for what is borrowed.
    mutating func each(affectedBy changes: [Change], _ body: (WorkoutDay.Entry, Int) -> Void) {
        if changes.isEmpty { return }
        let days = Crossings.union(changes.map { ($0.start, $0.end) })
            .map { Instant.utcDay($0.start)...Instant.utcDay($0.end) }
        let all = directory.entries(on: days, summary)
        let sources = Self.bySource(all)
        let changed = Dictionary(grouping: changes, by: \.sourceKey)
        for (key, changes) in changed {
            if let workouts = sources[key] { Self.each(of: workouts, affectedBy: changes, body) }
        }
        if Set(sources.keys).union(changed.keys).count > 1 {
            Self.each(of: Self.ascending(all), affectedBy: changes, body)
        }
    }

    private static func each(
        of workouts: [WorkoutDay.Entry],
        affectedBy changes: [Change],
        _ body: (WorkoutDay.Entry, Int) -> Void
    ) {
        let gone = changes.filter { $0.difference < 0 }.count
        if workouts.count + gone <= OverlapLimit.atOnceMax { return }
        let crossings = Crossings(workouts, changes).spans
        if crossings.isEmpty { return }
        let index = SpanIndex(workouts.lazy.map { ($0.start, $0.end) })
        for (upload, own) in Dictionary(grouping: changes, by: \.upload).sorted(by: { $0.key < $1.key }) {
            for span in Crossings.common(crossings, Crossings.union(own.map { ($0.start, $0.end) })) {
                // Those that go on at some instant of the span, its end included.
                index.each(of: 0..<index.count(upTo: span.end), endingAfter: span.start) { number in
                    if !workouts[number].isFrozen { body(workouts[number], upload) }
                }
            }
        }
    }
}

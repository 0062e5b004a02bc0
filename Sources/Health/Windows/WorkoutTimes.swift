import Vocabulary

/// The times of a connection's workouts, by day and source, to find the workouts to which a sample can belong.
struct WorkoutTimes {
    /// The workouts of one UTC day.
    private struct Day {
        /// The workouts of each source, by source key.
        let sources: [[UInt8]: WorkoutGroup]
        /// The workouts of all sources; nil if there are none.
        let all: WorkoutGroup?

        init(_ workouts: [WorkoutDay.Entry], of day: Int32) {
            sources = WorkoutTimes.bySource(workouts).mapValues { WorkoutGroup($0, of: day) }
            let only = sources.count <= 1 ? sources.values.first : nil
            all = sources.count <= 1 ? only : WorkoutGroup(WorkoutTimes.ascending(workouts), of: day)
        }
    }

    /// A copy of a workout that was added or removed.
    struct Change {
        let workout: WorkoutDay.Entry
        let upload: Int
        /// 1 for an added copy, −1 for a removed one.
        let difference: Int

        var start: Double { workout.start }
        var end: Double { workout.end }
        var sourceKey: [UInt8] { workout.sourceKey }
    }

    private struct OriginDay: Hashable {
        let origin: Int32
        let day: Int32
    }

    /// A copy of the directory, which can read further lists on demand.
    private var directory: WorkoutDirectory
    private let summary: ConnectionSummary
    /// The days, created on demand.
    ///
    /// Most commits need two.
    private var days: [Int32: Day] = [:]
    /// The groups that were found for the origins of the pool, and the group that was found last.
    private var known: [OriginDay: WorkoutGroup?] = [:]
    private var last: (key: OriginDay, group: WorkoutGroup?)?
    /// The group of all sources that was found last.
    private var lastOfAll: (day: Int32, group: WorkoutGroup?)?
    /// An upper bound for the duration of workouts, in seconds; 0 if no workout has a length.
    let longestSeconds: Double

    init(_ state: borrowing ConnectionState) {
        directory = state.directory
        summary = state.summary
        longestSeconds = summary.hasLong(.workouts) ? .infinity : summary.longestSeconds(of: .workouts)
    }

    /// Returns the workouts of a UTC day: those of the origin's source, or of all sources if `origin` is nil.
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

    /// Returns the overlap limit over a time span, for the origin's source or, if `origin` is nil, for all sources.
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

    /// Whether too many workouts overlap at an instant, of the origin's source or, if `origin` is nil, of all sources.
    mutating func isExceeded(at instant: Double, ofOrigin origin: Int32?, _ pool: borrowing Pool) -> Bool {
        group(ofOrigin: origin, on: Instant.utcDay(instant), pool)?.limit.isExceeded(at: instant) ?? false
    }

    /// Returns the workout that counts for a workout.
    mutating func shown(for id: UUID128) -> UUID128 {
        summary.hidesWorkouts ? directory.entry(id)?.shownBy ?? id : id
    }

    private mutating func workouts(on day: Int32) -> Day {
        if let known = days[day] { return known }
        let made = Day(directory.shown(on: [day...day], summary), of: day)
        days[day] = made
        return made
    }

    private static func ascending(_ workouts: [WorkoutDay.Entry]) -> [WorkoutDay.Entry] {
        workouts.sorted { ($0.start, $0.end) < ($1.start, $1.end) }
    }

    /// Groups workouts by source key, each group ascending by start.
    private static func bySource(_ workouts: [WorkoutDay.Entry]) -> [[UInt8]: [WorkoutDay.Entry]] {
        Dictionary(grouping: ascending(workouts), by: \.sourceKey)
    }

    /// Calls `body` for each workout to which other samples may belong now, because other workouts were added or
    /// removed.
    ///
    /// Such a workout overlaps a time at which the overlap limit is exceeded now or was exceeded before. For borrowed
    /// samples, the workouts of all sources count.
    mutating func each(affectedBy changes: [Change], _ body: (WorkoutDay.Entry, Int) -> Void) {
        if changes.isEmpty { return }
        let days = OverlapTransitions.union(changes.map { ($0.start, $0.end) })
            .map { Instant.utcDay($0.start)...Instant.utcDay($0.end) }
        let all = directory.shown(on: days, summary)
        let sources = Self.bySource(all)
        let changed = Dictionary(grouping: changes, by: \.sourceKey)
        for (key, changes) in changed {
            if let workouts = sources[key] { Self.each(of: workouts, affectedBy: changes, body) }
        }
        if Set(sources.keys).union(changed.keys).count > 1 {
            Self.each(of: Self.ascending(all), affectedBy: changes, body)
        }
    }

    /// The approximate maximum number of workouts and uploads that affect them, which bounds the work of a commit.
    private static let affectedMax = 1 << 16

    /// Returns changes by upload, ascending.
    ///
    /// If there are too many uploads, consecutive uploads are taken together. The last one then counts for all of them.
    private static func together(_ changes: [Change], atMost limit: Int) -> [(upload: Int, changes: [Change])] {
        let uploads = Dictionary(grouping: changes, by: \.upload).sorted { $0.key < $1.key }
        let size = (uploads.count + limit - 1) / limit
        return stride(from: 0, to: uploads.count, by: max(1, size)).map { first in
            let some = uploads[first..<min(first + size, uploads.count)]
            return (some[some.endIndex - 1].key, some.flatMap(\.value))
        }
    }

    private static func each(
        of workouts: [WorkoutDay.Entry],
        affectedBy changes: [Change],
        _ body: (WorkoutDay.Entry, Int) -> Void
    ) {
        let gone = changes.filter { $0.difference < 0 }.count
        if workouts.count + gone <= OverlapLimit.atOnceMax { return }
        let transitions = OverlapTransitions(workouts, changes).spans
        if transitions.isEmpty { return }
        let index = SpanIndex(workouts.lazy.map { ($0.start, $0.end) })
        for (upload, own) in together(changes, atMost: max(1, affectedMax / workouts.count)) {
            for span in OverlapTransitions.common(transitions, OverlapTransitions.union(own.map { ($0.start, $0.end) }))
            {
                // Workouts that overlap the span, including its end.
                index.each(of: 0..<index.count(upTo: span.end), endingAfter: span.start) { number in
                    if !workouts[number].isFrozen { body(workouts[number], upload) }
                }
            }
        }
    }
}

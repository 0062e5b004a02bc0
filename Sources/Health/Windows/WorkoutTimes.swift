/// When a connection's workouts are, day by day and source by source, so that a sample finds those that it belongs to
/// without looking at each.
struct WorkoutTimes {
    /// The workouts of one source that may go on at some time of a UTC day.
    final class Source {
        /// Ascending by start; frozen ones too, since they go on like others.
        let workouts: [WorkoutDay.Entry]
        /// How many of them go on at an instant of the day.
        let limit: OverlapLimit
        private let day: Int32
        private let index: SpanIndex
        /// Those of the day itself that begin while not too many go on.
        private let free: [WorkoutDay.Entry]

        fileprivate init(_ workouts: [WorkoutDay.Entry], of day: Int32) {
            self.workouts = workouts
            self.day = day
            let limit = OverlapLimit(workouts.lazy.map { ($0.start, $0.end) })
            self.limit = limit
            index = SpanIndex(workouts.lazy.map { ($0.start, $0.end) })
            free = workouts.filter { Instant.utcDay($0.start) == day && !limit.isExceeded(at: $0.start) }
        }

        /// The workouts that a sample belongs to by its time on the day, but for frozen ones: those change no more.
        ///
        /// One that goes on over several days is found on one of those on which the sample is.
        func each(taking sample: Sample, _ body: (WorkoutDay.Entry) -> Void) {
            if sample.utcDay == day, !limit.isExceeded(at: sample.start) {
                index.each(ofFirst: index.count(upTo: sample.start), endingAfter: sample.start) { number in
                    if !workouts[number].isFrozen { body(workouts[number]) }
                }
            }
            var next = free.partitioningIndex { $0.start > sample.start }
            while next < free.count, free[next].start < sample.end {
                if !free[next].isFrozen, free[next].end > free[next].start { body(free[next]) }
                next += 1
            }
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
    /// By day and source, made when a day is first asked for: most commits ask for two.
    private var days: [Int32: [[UInt8]: Source]] = [:]
    /// What was found for each origin of the pool, and what was found last.
    private var known: [OriginDay: Source?] = [:]
    private var last: (key: OriginDay, source: Source?)?

    /// The workouts of a connection as it is now.
    init(_ state: borrowing ConnectionState) {
        directory = state.directory
        summary = state.summary
    }

    /// Whether there is none that takes samples by their time.
    var isEmpty: Bool { summary.longestSeconds(of: .workouts) == 0 && !summary.hasLong(.workouts) }

    /// The workouts of a UTC day, of the source that an origin is of.
    mutating func source(ofOrigin origin: Int32, on day: Int32, _ pool: borrowing Pool) -> Source? {
        let key = OriginDay(origin: origin, day: day)
        if let last, last.key == key { return last.source }
        let found = known[key] ?? sources(on: day)[pool.origins[Int(origin)].sourceKey]
        known[key] = .some(found)
        last = (key, found)
        return found
    }

    /// How many workouts of the source that an origin is of go on at the instants of a span.
    mutating func limit(
        ofOrigin origin: Int32,
        from: Double,
        to: Double,
        _ pool: borrowing Pool
    ) -> DayLimits {
        let first = Instant.utcDay(from)
        return DayLimits(
            first,
            (first...max(first, Instant.utcDay(to))).map { source(ofOrigin: origin, on: $0, pool)?.limit }
        )
    }

    /// Whether more workouts of the source that an origin is of go on at an instant than take samples.
    mutating func isExceeded(at instant: Double, ofOrigin origin: Int32, _ pool: borrowing Pool) -> Bool {
        source(ofOrigin: origin, on: Instant.utcDay(instant), pool)?.limit.isExceeded(at: instant) ?? false
    }

    private mutating func sources(on day: Int32) -> [[UInt8]: Source] {
        if let known = days[day] { return known }
        let made = Self.bySource(directory.entries(on: [day...day], summary)).mapValues { Source($0, of: day) }
        days[day] = made
        return made
    }

    /// Workouts by the keys of their sources, ascending by start.
    private static func bySource(_ workouts: [WorkoutDay.Entry]) -> [[UInt8]: [WorkoutDay.Entry]] {
        Dictionary(grouping: workouts.sorted { ($0.start, $0.end) < ($1.start, $1.end) }, by: \.sourceKey)
    }

    /// The workouts that may take other samples than before because others came or went, each with the upload by which
    /// that is so.
    ///
    /// That is where so many went on, or go on, that none takes any.
    mutating func each(affectedBy changes: [Change], _ body: (WorkoutDay.Entry, Int) -> Void) {
        if changes.isEmpty { return }
        let days = Crossings.union(changes.map { ($0.start, $0.end) })
            .map { Instant.utcDay($0.start)...Instant.utcDay($0.end) }
        let sources = Self.bySource(directory.entries(on: days, summary))
        for (key, changes) in Dictionary(grouping: changes, by: \.sourceKey) {
            guard let workouts = sources[key] else { continue }
            let gone = changes.filter { $0.difference < 0 }.count
            if workouts.count + gone <= OverlapLimit.atOnceMax { continue }
            let crossings = Crossings(workouts, changes).spans
            if crossings.isEmpty { continue }
            let index = SpanIndex(workouts.lazy.map { ($0.start, $0.end) })
            for (upload, own) in Dictionary(grouping: changes, by: \.upload).sorted(by: { $0.key < $1.key }) {
                for span in Crossings.common(crossings, Crossings.union(own.map { ($0.start, $0.end) })) {
                    // Those that go on at some instant of the span, its end included.
                    index.each(ofFirst: index.count(upTo: span.end), endingAfter: span.start) { number in
                        if !workouts[number].isFrozen { body(workouts[number], upload) }
                    }
                }
            }
        }
    }
}

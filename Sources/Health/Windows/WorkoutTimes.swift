/// When a connection's workouts are, source by source, so that a sample finds those that it belongs to without looking at
/// each.
struct WorkoutTimes {
    /// The workouts of one source.
    final class Source {
        /// Ascending by start; frozen ones too, since they go on like others.
        let workouts: [WorkoutDirectory.Entry]
        /// How many of them go on at an instant.
        let limit: OverlapLimit
        fileprivate let index: SpanIndex
        /// Those that begin while not too many go on.
        private let free: [WorkoutDirectory.Entry]

        fileprivate init(_ workouts: [WorkoutDirectory.Entry]) {
            self.workouts = workouts
            let limit = OverlapLimit(workouts.lazy.map { ($0.start, $0.end) })
            self.limit = limit
            index = SpanIndex(workouts.lazy.map { ($0.start, $0.end) })
            free = limit.isEverExceeded ? workouts.filter { !limit.isExceeded(at: $0.start) } : workouts
        }

        /// The workouts that a sample belongs to by its time, but for frozen ones: those change no more.
        func each(taking sample: Sample, _ body: (WorkoutDirectory.Entry) -> Void) {
            if !limit.isExceeded(at: sample.start) {
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

        /// The workouts that go on at some instant of a span, its end included, but for frozen ones.
        fileprivate func each(goingOnFrom start: Double, to end: Double, _ body: (WorkoutDirectory.Entry) -> Void) {
            index.each(ofFirst: index.count(upTo: end), endingAfter: start) { number in
                if !workouts[number].isFrozen { body(workouts[number]) }
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

    private let directory: WorkoutDirectory
    /// By source, made when it is first asked for: most commits ask for none.
    private var sources: [[UInt8]: Source]?
    /// What was found for each origin of the pool.
    private var known: [Int32: Source?] = [:]

    /// The workouts of a directory.
    init(_ directory: WorkoutDirectory) {
        self.directory = directory
    }

    /// Whether there is none.
    var isEmpty: Bool { directory.entries.isEmpty }

    /// The workouts of the source that an origin is of.
    mutating func source(ofOrigin origin: Int32, _ pool: borrowing Pool) -> Source? {
        if let found = known[origin] { return found }
        let found = source(pool.origins[Int(origin)].sourceKey)
        known[origin] = found
        return found
    }

    private mutating func source(_ key: [UInt8]) -> Source? {
        if let sources { return sources[key] }
        let sorted = directory.entries.values.sorted { ($0.start, $0.end) < ($1.start, $1.end) }
        let made = Dictionary(grouping: sorted, by: \.sourceKey).mapValues { Source($0) }
        sources = made
        return made[key]
    }

    /// The workouts that may take other samples than before because others came or went, each with the upload by which
    /// that is so.
    ///
    /// That is where so many went on, or go on, that none takes any.
    mutating func each(affectedBy changes: [Change], _ body: (WorkoutDirectory.Entry, Int) -> Void) {
        for (key, changes) in Dictionary(grouping: changes, by: \.sourceKey) {
            guard let source = source(key) else { continue }
            let gone = changes.filter { $0.difference < 0 }.count
            if source.workouts.count + gone <= OverlapLimit.atOnceMax { continue }
            let crossings = Crossings(source.workouts, changes).spans
            if crossings.isEmpty { continue }
            for (upload, own) in Dictionary(grouping: changes, by: \.upload).sorted(by: { $0.key < $1.key }) {
                for span in Crossings.common(crossings, Crossings.union(own.map { ($0.start, $0.end) })) {
                    source.each(goingOnFrom: span.start, to: span.end) { body($0, upload) }
                }
            }
        }
    }
}

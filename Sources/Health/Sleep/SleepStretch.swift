/// A stretch of time in which sleep came, changed or went.
package struct SleepSeed {
    package var start: Double
    package var end: Double
    /// By which upload; nil where a session froze, and others may be primary in its place.
    package var upload: Int?

    /// A stretch from its parts.
    package init(start: Double, end: Double, upload: Int?) {
        self.start = start
        self.end = end
        self.upload = upload
    }
}

/// The samples of some days, as many as it takes to know the sessions that changes reach, and those that overlap these.
///
/// What is to be read it says itself, and its reader adds it: at first the days of the changes, then, for as long as a
/// session may go on outside of what was read, twice as many days each time. So each segment is read once, and what a
/// session takes grows with its samples times the logarithm of its days.
package struct SleepStretch {
    /// The days that are to be read and added next; none once all is known.
    package private(set) var missing: [ClosedRange<Int32>] = []
    /// The changes of this stretch, ascending by start.
    package private(set) var seeds: [SleepSeed] = []
    /// The time from which on, or up to which, what lies there can join what has changed.
    private(set) var reach = ClosedSpans()
    /// The samples that were read, ascending.
    package private(set) var samples: [Sample] = []
    /// The sessions of these samples.
    private(set) var extents: SleepExtents
    /// For each session whether a change reaches it, or one that overlaps it.
    private(set) var isReached: [Bool] = []

    private let frozen: [SleepSessions.Frozen]
    private let thresholdSeconds: Double
    /// The longest that a sample lasts which is found by the day of its start.
    private let longestSeconds: Double
    /// The first day that has samples.
    private let firstDay: Int32
    private var days: ClosedRange<Int32>
    private var steps: (back: Int32, forth: Int32) = (1, 1)

    /// The stretch of the first of some changes, which are ascending by start, and of those that follow within its days;
    /// nil when there are none.
    ///
    /// `long` are the samples that are not found by the day of their start; of the others none is from before
    /// `firstDay`.
    package init?(
        _ seeds: inout ArraySlice<SleepSeed>,
        long: [Sample],
        frozen: [SleepSessions.Frozen],
        thresholdSeconds: Double,
        longestSeconds: Double,
        firstDay: Int32
    ) {
        guard let first = seeds.first else { return nil }
        samples = Sample.sorted(long)
        self.frozen = frozen
        self.thresholdSeconds = thresholdSeconds
        self.longestSeconds = longestSeconds
        self.firstDay = firstDay
        let last = Instant.utcDay(first.end + thresholdSeconds)
        days = Instant.utcDay(first.start - thresholdSeconds - longestSeconds)...last
        extents = SleepExtents(thresholdSeconds: thresholdSeconds)
        take(&seeds)
        missing = [days]
    }

    /// Adds the samples of the missing days, which come in no order.
    package mutating func add(_ rows: [Sample], _ seeds: inout ArraySlice<SleepSeed>, pool: Pool) {
        samples = Sample.sorted(rows + samples)
        extents = SleepExtents(samples, frozen: frozen, thresholdSeconds: thresholdSeconds, pool: pool)
        missing = []
        let known = days
        let reached = markReached()
        // What was not read begins before these days and ends, or begins, so that it can join.
        let back = Instant.utcDay(reached.start - thresholdSeconds - longestSeconds)
        if back < days.lowerBound, firstDay < days.lowerBound {
            let from = max(firstDay, min(back, days.lowerBound - steps.back))
            steps.back *= 2
            days = from...days.upperBound
        }
        let forth = Instant.utcDay(reached.end + thresholdSeconds)
        if forth > days.upperBound {
            days = days.lowerBound...max(forth, days.upperBound + steps.forth)
            steps.forth *= 2
        }
        take(&seeds)
        if days.lowerBound < known.lowerBound { missing.append(days.lowerBound...known.lowerBound - 1) }
        if days.upperBound > known.upperBound { missing.append(known.upperBound + 1...days.upperBound) }
    }

    /// Takes the changes that begin within the days, which grow with them.
    private mutating func take(_ seeds: inout ArraySlice<SleepSeed>) {
        while let seed = seeds.first, Instant.utcDay(seed.start) <= days.upperBound {
            seeds.removeFirst()
            self.seeds.append(seed)
            reach.append(seed.start - thresholdSeconds, seed.end + thresholdSeconds)
            days = days.lowerBound...max(days.upperBound, Instant.utcDay(seed.end + thresholdSeconds))
        }
    }

    /// Marks the sessions that changes reach, and those that overlap them; says from when to when they go.
    private mutating func markReached() -> (start: Double, end: Double) {
        let all = extents.extents
        isReached = all.map { reach.touch($0.start, $0.end) }
        var first = 0
        while first < all.count {
            // Frozen ones are of no account to what is primary.
            if all[first].isFrozen {
                first += 1
                continue
            }
            var end = all[first].end
            var isReachedByOne = isReached[first]
            var next = first + 1
            while next < all.count, all[next].isFrozen || all[next].start < end {
                if !all[next].isFrozen {
                    end = max(end, all[next].end)
                    if isReached[next] { isReachedByOne = true }
                }
                next += 1
            }
            if isReachedByOne { for index in first..<next where !all[index].isFrozen { isReached[index] = true } }
            first = next
        }
        var reached = (start: Double.infinity, end: -Double.infinity)
        // What has joined a frozen session makes none, wherever else it goes.
        for (extent, isReached) in zip(all, isReached) where isReached && !extent.isFrozen {
            reached = (min(reached.start, extent.start), max(reached.end, extent.end))
        }
        return reached
    }
}

/// Spans of time with their ends, which may be points.
package struct ClosedSpans {
    /// The spans, ascending and apart from each other.
    private(set) var spans: [(start: Double, end: Double)] = []

    package init() {}

    /// Adds a span that begins no earlier than those before.
    package mutating func append(_ start: Double, _ end: Double) {
        if let last = spans.last, start <= last.end {
            spans[spans.count - 1].end = max(last.end, end)
        } else {
            spans.append((start, end))
        }
    }

    /// Whether something from `start` to `end` has an instant in common with one of the spans.
    package func touch(_ start: Double, _ end: Double) -> Bool { index(touching: start, end) != nil }

    /// The index of the first span that something from `start` to `end` has an instant in common with.
    func index(touching start: Double, _ end: Double) -> Int? {
        let index = spans.partitioningIndex { $0.end >= start }
        return index < spans.count && spans[index].start <= end ? index : nil
    }
}

import Vocabulary

/// A time span in which sleep samples were added, replaced or removed.
package struct SleepSeed {
    package var start: Double
    package var end: Double
    /// The upload that made the change; nil if a session froze, so that other sessions may become primary.
    package var upload: Int?

    package init(start: Double, end: Double, upload: Int?) {
        self.start = start
        self.end = end
        self.upload = upload
    }
}

/// Loads the sleep samples around some changes, until all sessions that the changes affect are known.
///
/// `missing` contains the days to load next, and `add` receives their samples. While a session may continue outside
/// the loaded days, each step loads twice as many days as the previous step. So the cost of a session is proportional
/// to the number of its samples times the logarithm of the number of its days.
package struct SleepWindow {
    /// The days to load and add next; empty if all sessions are known.
    package private(set) var missing: [ClosedRange<Int32>] = []
    /// The changes of this window, ascending by start.
    package private(set) var seeds: [SleepSeed] = []
    /// The time within one threshold of the changes, in which sessions may have changed.
    private(set) var reach = ClosedSpans()
    /// The loaded samples, ascending.
    package private(set) var samples: [Sample] = []
    /// The sessions of the loaded samples.
    private(set) var extents: SleepExtents
    /// For each session, whether it or a session that it overlaps lies within one threshold of a change.
    private(set) var isReached: [Bool] = []

    private let frozen: [SleepSessions.Frozen]
    private let thresholdSeconds: Double
    /// The longest duration of the samples that are loaded by day.
    private let longestSeconds: Double
    /// The first day that has samples to load.
    private let firstDay: Int32
    private var days: ClosedRange<Int32>
    private var steps: (back: Int32, forth: Int32) = (1, 1)

    /// Creates the window of the first change and of later changes within the window's days; nil without changes.
    ///
    /// - Parameters:
    ///   - seeds: The changes, ascending by start. The changes of this window are removed.
    ///   - long: The long samples, which are not loaded by day.
    ///   - frozen: The frozen sessions.
    ///   - thresholdSeconds: The gap that splits sessions.
    ///   - longestSeconds: The longest duration of the samples that are loaded by day.
    ///   - firstDay: The first day that has samples to load.
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

    /// Adds the samples of the missing days, in any order.
    package mutating func add(_ rows: [Sample], _ seeds: inout ArraySlice<SleepSeed>, pool: Pool) {
        samples = Sample.sorted(rows + samples)
        extents = SleepExtents(samples, frozen: frozen, thresholdSeconds: thresholdSeconds, pool: pool)
        missing = []
        let known = days
        let reached = markReached()
        // Extends the range of days if samples outside of it can join a session that a change affects.
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

    /// Moves the changes that begin within the range of days into the window, and extends the range to their ends.
    private mutating func take(_ seeds: inout ArraySlice<SleepSeed>) {
        while let seed = seeds.first, Instant.utcDay(seed.start) <= days.upperBound {
            seeds.removeFirst()
            self.seeds.append(seed)
            reach.append(seed.start - thresholdSeconds, seed.end + thresholdSeconds)
            days = days.lowerBound...max(days.upperBound, Instant.utcDay(seed.end + thresholdSeconds))
        }
    }

    /// Marks the sessions that changes may affect, and returns the first start and the last end of these sessions.
    private mutating func markReached() -> (start: Double, end: Double) {
        let all = extents.extents
        isReached = all.map { reach.touch($0.start, $0.end) }
        var first = 0
        while first < all.count {
            // Frozen sessions do not count when primary sessions are chosen.
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
        // No document is derived from a session that joined a frozen session, so its bounds do not matter.
        for (extent, isReached) in zip(all, isReached) where isReached && !extent.isFrozen {
            reached = (min(reached.start, extent.start), max(reached.end, extent.end))
        }
        return reached
    }
}

/// A union of closed time spans, which may be single instants.
package struct ClosedSpans {
    /// The spans, disjoint and ascending.
    private(set) var spans: [(start: Double, end: Double)] = []

    package init() {}

    /// Creates the union of spans in any order.
    init(joining spans: [(start: Double, end: Double)]) {
        for span in spans.sorted(by: { $0.start < $1.start }) { append(span.start, span.end) }
    }

    /// Adds a span that starts no earlier than the last one.
    package mutating func append(_ start: Double, _ end: Double) {
        if let last = spans.last, start <= last.end {
            spans[spans.count - 1].end = max(last.end, end)
        } else {
            spans.append((start, end))
        }
    }

    /// Whether the span from `start` to `end` shares an instant with one of the spans.
    package func touch(_ start: Double, _ end: Double) -> Bool { index(touching: start, end) != nil }

    /// Returns the index of the first span that shares an instant with the span from `start` to `end`.
    func index(touching start: Double, _ end: Double) -> Int? {
        let index = spans.partitioningIndex { $0.end >= start }
        return index < spans.count && spans[index].start <= end ? index : nil
    }
}

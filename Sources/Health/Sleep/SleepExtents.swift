import Vocabulary

/// The bounds of sleep sessions, computed in one pass over the samples of all sources.
package struct SleepExtents {
    /// The bounds of one session.
    package struct Extent {
        package let start: Double
        /// The greatest end of the session's samples so far.
        package fileprivate(set) var end: Double
        /// Whether the session is frozen or joined a frozen session, so that no document is derived from it.
        package fileprivate(set) var isFrozen: Bool
    }

    /// The sessions; those that are not frozen ascend by start.
    package private(set) var extents: [Extent] = []
    /// For each sample, the index of its session in `extents`.
    package private(set) var numbers: [Int32] = []
    /// The state of one source during the pass.
    private struct Source {
        /// The index of the source's last session; nil if the source has no session yet.
        var latest: Int?
        /// The source's frozen sessions that the pass has not reached yet, descending by start.
        var waiting: [SleepSessions.Frozen]
    }

    private var sources: [Source] = []
    private let thresholdSeconds: Double

    init(thresholdSeconds: Double) {
        self.thresholdSeconds = thresholdSeconds
    }

    /// Computes the sessions of samples, which must be ascending.
    ///
    /// A sample joins its source's last session if it starts less than the threshold after the session ends.
    package init(_ samples: [Sample], frozen: [SleepSessions.Frozen], thresholdSeconds: Double, pool: Pool) {
        self.thresholdSeconds = thresholdSeconds
        let frozen = Dictionary(grouping: frozen) { ByteString($0.sourceKey) }
        var indices: [Int32: Int] = [:]
        var (number, index) = (Int32(-1), 0)
        numbers.reserveCapacity(samples.count)
        for sample in samples {
            let own = pool.sourceNumbers[Int(sample.origin)]
            if own != number {
                number = own
                index = indices[own] ?? sources.count
                if index == sources.count {
                    indices[own] = index
                    let waiting = frozen.isEmpty ? [] : frozen[ByteString(pool.origin(sample).sourceKey)] ?? []
                    sources.append(Source(waiting: waiting.sorted { $0.start > $1.start }))
                }
            }
            while let next = sources[index].waiting.last, next.start <= sample.start {
                sources[index].waiting.removeLast()
                _ = add(next.start, next.end, index, isFrozen: true)
            }
            numbers.append(Int32(add(sample.start, sample.end, index, isFrozen: false)))
        }
        for index in sources.indices {
            // A frozen session that starts after the last sample can still join the session of that sample.
            while let next = sources[index].waiting.popLast(), let latest = sources[index].latest,
                next.start < extents[latest].end + thresholdSeconds
            {
                _ = add(next.start, next.end, index, isFrozen: true)
            }
        }
    }

    /// Adds the time of a sample or a frozen session, and returns the index of the session that now contains it.
    private mutating func add(_ start: Double, _ end: Double, _ source: Int, isFrozen: Bool) -> Int {
        if let last = sources[source].latest, start < extents[last].end + thresholdSeconds {
            extents[last].end = max(extents[last].end, end)
            if isFrozen { extents[last].isFrozen = true }
            return last
        }
        extents.append(Extent(start: start, end: end, isFrozen: isFrozen))
        sources[source].latest = extents.count - 1
        return extents.count - 1
    }
}

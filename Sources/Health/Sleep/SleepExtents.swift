/// From when to when the sessions of some samples go, and which samples are in which: one pass over the samples of all
/// sources.
package struct SleepExtents {
    /// Where a session lies.
    package struct Extent {
        package let start: Double
        /// End: the greatest so far.
        package fileprivate(set) var end: Double
        /// Whether it is a frozen session, or has joined one, and so makes no document.
        package fileprivate(set) var isFrozen: Bool
    }

    /// The sessions; those that are not frozen ascend by start.
    package private(set) var extents: [Extent] = []
    /// For each sample the index of its session.
    package private(set) var numbers: [Int32] = []
    /// What is known of a source.
    private struct Source {
        /// Its last session, nil when it has none yet.
        var latest: Int?
        /// Its frozen sessions that come later, descending by start.
        var waiting: [SleepSessions.Frozen]
    }

    private var sources: [Source] = []
    private let thresholdSeconds: Double

    /// The sessions of no samples.
    init(thresholdSeconds: Double) {
        self.thresholdSeconds = thresholdSeconds
    }

    /// The sessions of samples, which are ascending.
    ///
    /// A sample joins while it starts less than the threshold after the greatest end so far of its source.
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
            // What follows and would have joined.
            while let next = sources[index].waiting.popLast(), let latest = sources[index].latest,
                next.start < extents[latest].end + thresholdSeconds
            {
                _ = add(next.start, next.end, index, isFrozen: true)
            }
        }
    }

    /// Adds something of a source, which ascends by start; gives back the index of its session.
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

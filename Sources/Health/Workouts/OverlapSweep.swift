/// Adds up overlapping samples in the order of time.
///
/// At each instant, only the samples of the best rank count. Each start and end of a sample costs logarithmic time,
/// even if many samples overlap.
struct OverlapSweep {
    /// A change of the set of samples that cover the current instant.
    private struct Event {
        /// At the same instant, ends come before starts, and points come last.
        enum Kind: Int { case end, start, point }

        let time: Double
        let kind: Kind
        let index: Int
    }

    /// The samples of one rank that cover the current instant.
    private struct Cover {
        var count = 0
        /// The sum of the samples' values per second.
        var rate = 0.0
        /// The sum of the samples' indices; if `count` is 1, the sum is the index of the only sample.
        var indices = 0
    }

    private let samples: [Sample]
    private let ranks: [Int32]
    private let bounds: (start: Double, end: Double)
    private var covers: [Cover]
    private var present = RankHeap()
    private var result = CumulativeCurve()
    /// The time and the total at the last change of the samples that count.
    private var anchor = (time: 0.0, total: 0.0)

    init(_ samples: [Sample], _ ranks: [Int32], from start: Double, to end: Double) {
        self.samples = samples
        self.ranks = ranks
        bounds = (start, end)
        covers = Array(repeating: Cover(), count: Int(ranks.max() ?? 0) + 1)
    }

    mutating func curve() -> CumulativeCurve {
        for event in events() {
            let rank = ranks[event.index]
            // A sample with a worse rank than the best current one does not change the total.
            while let first = present.first, covers[Int(first)].count == 0 { present.removeFirst() }
            let best = present.first
            let counts = best.map { rank <= $0 } ?? true
            if counts { mark(event.time, best) }
            switch event.kind {
            case .end: remove(event.index, rank)
            case .start: insert(event.index, rank)
            case .point: if counts { step(samples[event.index].value, event.time) }
            }
        }
        return result
    }

    private func events() -> [Event] {
        var events: [Event] = []
        events.reserveCapacity(samples.count * 2)
        for (index, sample) in samples.enumerated() {
            if sample.start == sample.end {
                events.append(Event(time: sample.start, kind: .point, index: index))
            } else {
                events.append(Event(time: max(sample.start, bounds.start), kind: .start, index: index))
                events.append(Event(time: min(sample.end, bounds.end), kind: .end, index: index))
            }
        }
        return events.sorted { ($0.time, $0.kind.rawValue, $0.index) < ($1.time, $1.kind.rawValue, $1.index) }
    }

    /// Adds a knot for the amount since the last knot.
    private mutating func mark(_ time: Double, _ best: Int32?) {
        var total = anchor.total
        if let best {
            let cover = covers[Int(best)]
            let seconds = time - anchor.time
            if cover.count == 1 {
                // This formula adds exactly the sample's value if the sample counts for its whole time.
                let sample = samples[cover.indices]
                total += sample.value * (seconds / sample.duration)
            } else {
                total += cover.rate * seconds
            }
        }
        anchor = (time, total.clampedToFinite)
        result.append(time, total: anchor.total)
    }

    private mutating func step(_ value: Double, _ time: Double) {
        anchor.total = (anchor.total + value).clampedToFinite
        result.append(time, total: anchor.total)
    }

    private mutating func insert(_ index: Int, _ rank: Int32) {
        let sample = samples[index]
        var cover = covers[Int(rank)]
        if cover.count == 0 { present.insert(rank) }
        cover.count += 1
        cover.indices += index
        cover.rate = (cover.rate + (sample.value / sample.duration).clampedToFinite).clampedToFinite
        covers[Int(rank)] = cover
    }

    private mutating func remove(_ index: Int, _ rank: Int32) {
        let sample = samples[index]
        var cover = covers[Int(rank)]
        cover.count -= 1
        cover.indices -= index
        // The rate is exactly 0 after the last sample, because the difference could have a rounding error.
        cover.rate = cover.count == 0 ? 0 : max(0, cover.rate - (sample.value / sample.duration).clampedToFinite)
        covers[Int(rank)] = cover
    }
}

/// The ranks of the samples at an instant, as a heap with the best rank first.
private struct RankHeap {
    private var heap: [Int32] = []

    var first: Int32? { heap.first }

    mutating func insert(_ rank: Int32) {
        heap.append(rank)
        var index = heap.count - 1
        while index > 0, heap[(index - 1) / 2] > heap[index] {
            heap.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    mutating func removeFirst() {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        var index = 0
        while index * 2 + 1 < heap.count {
            var child = index * 2 + 1
            if child + 1 < heap.count, heap[child + 1] < heap[child] { child += 1 }
            if heap[index] <= heap[child] { return }
            heap.swapAt(index, child)
            index = child
        }
    }
}

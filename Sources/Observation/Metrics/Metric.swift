import Synchronization

/// A number that many threads can change.
final class Cell: Sendable {
    private let number = Atomic<Int>(0)

    var value: Int { number.load(ordering: .relaxed) }

    func add(_ count: Int) { number.wrappingAdd(count, ordering: .relaxed) }
    func set(_ value: Int) { number.store(value, ordering: .relaxed) }
}

/// A counter or gauge without labels.
package struct Metric: Sendable {
    let name: StaticString
    let kind: MetricFamily.Kind
    let help: StaticString
    private let cell = Cell()

    init(_ kind: MetricFamily.Kind, _ name: StaticString, _ help: StaticString) {
        self.name = name
        self.kind = kind
        self.help = help
    }

    package var value: Int { cell.value }

    package func add(_ count: Int = 1) { cell.add(count) }
    package func set(_ value: Int) { cell.set(value) }
}

/// A counter with one label, whose values are fixed, so that the number of series is bounded.
package struct LabelledCounter: Sendable {
    let name: StaticString
    let help: StaticString
    let label: StaticString
    let cells: [(value: String, cell: Cell)]

    init(_ name: StaticString, _ help: StaticString, label: StaticString, values: [String]) {
        self.name = name
        self.help = help
        self.label = label
        cells = values.map { ($0, Cell()) }
    }

    /// Adds to the count of a label value; an unknown value counts as the last one.
    package func add(_ value: String, _ count: Int = 1) {
        let cell = cells.first { $0.value == value } ?? cells.last
        cell?.cell.add(count)
    }
}

/// A histogram of durations.
package struct Histogram: Sendable {
    let name: StaticString
    let help: StaticString
    /// The upper bounds of the buckets in seconds, ascending, without the infinite one.
    let bounds: [Double]
    /// The count of each bucket; the last bucket has no upper bound.
    let cells: [Cell]
    let sumNanoseconds = Cell()

    init(_ name: StaticString, _ help: StaticString, bounds: [Double]) {
        self.name = name
        self.help = help
        self.bounds = bounds
        cells = (0...bounds.count).map { _ in Cell() }
    }

    /// Adds latencies that were counted with the same bounds.
    package func add(_ latency: Latency) {
        for (index, count) in latency.counts.enumerated() where count > 0 { cells[index].add(count) }
        sumNanoseconds.add(Int(min(latency.sumSeconds, 1e9) * 1e9))
    }

    /// Adds one duration, unless it is negative or at least 1e9 seconds.
    package func observe(seconds: Double) {
        guard seconds >= 0, seconds < 1e9 else { return }
        cells[bounds.firstIndex { seconds <= $0 } ?? bounds.count].add(1)
        sumNanoseconds.add(Int(seconds * 1e9))
    }
}

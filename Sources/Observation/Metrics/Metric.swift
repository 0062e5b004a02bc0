import Synchronization

/// A number that many threads add to.
final class Cell: Sendable {
    private let number = Atomic<Int>(0)

    var value: Int { number.load(ordering: .relaxed) }

    func add(_ count: Int) { number.wrappingAdd(count, ordering: .relaxed) }
    func set(_ value: Int) { number.store(value, ordering: .relaxed) }
}

/// A counter or gauge without labels.
struct Metric: Sendable {
    /// What Prometheus makes of it: only a counter never falls.
    enum Kind: String { case counter, gauge }

    let name: StaticString
    let kind: Kind
    let help: StaticString
    let cell = Cell()

    init(_ kind: Kind, _ name: StaticString, _ help: StaticString) {
        self.name = name
        self.kind = kind
        self.help = help
    }

    func add(_ count: Int = 1) { cell.add(count) }
}

/// A counter with one label, whose values are known beforehand, so that none can grow the list.
struct LabelledCounter: Sendable {
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

    /// A value that is not known counts as the last.
    func add(_ value: String, _ count: Int = 1) {
        let cell = cells.first { $0.value == value } ?? cells.last
        cell?.cell.add(count)
    }
}

/// How often something took how long.
struct Histogram: Sendable {
    let name: StaticString
    let help: StaticString
    /// Upper bounds in seconds, ascending; what is longer than all is counted too.
    let bounds: [Double]
    /// One more than bounds.
    let cells: [Cell]
    let sumNanoseconds = Cell()

    init(_ name: StaticString, _ help: StaticString, bounds: [Double]) {
        self.name = name
        self.help = help
        self.bounds = bounds
        cells = (0...bounds.count).map { _ in Cell() }
    }

    /// Counts those that were sorted by the same bounds.
    func add(_ latency: Latency) {
        for (index, count) in latency.counts.enumerated() where count > 0 { cells[index].add(count) }
        sumNanoseconds.add(Int(min(latency.sumSeconds, 1e9) * 1e9))
    }

    /// Counts one; what is no time span is none.
    func observe(seconds: Double) {
        guard seconds >= 0, seconds < 1e9 else { return }
        cells[bounds.firstIndex { seconds <= $0 } ?? bounds.count].add(1)
        sumNanoseconds.add(Int(seconds * 1e9))
    }
}

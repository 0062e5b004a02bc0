import Observation

/// The worker's own metrics at a moment, by their names in Prometheus' text.
struct Counters: Sendable {
    private let numbers: [Substring: Int]

    init(_ observer: Observer) {
        var numbers: [Substring: Int] = [:]
        let text = observer.metricsPage()
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            guard let space = line.lastIndex(of: " ") else { continue }
            numbers[line[..<space]] = Int(line[line.index(after: space)...])
        }
        self.numbers = numbers
    }

    /// A counter's value, with its label if it has one; 0 for one that the worker does not have.
    subscript(name: String) -> Int { numbers["fork_worker_" + name[...]] ?? 0 }
}

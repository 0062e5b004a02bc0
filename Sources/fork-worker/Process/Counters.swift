import Observation

/// A snapshot of the worker's own metrics, by their Prometheus names.
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

    /// Returns the value of the counter with this name and labels; 0 if it does not exist.
    subscript(name: String) -> Int { numbers["fork_worker_" + name[...]] ?? 0 }
}

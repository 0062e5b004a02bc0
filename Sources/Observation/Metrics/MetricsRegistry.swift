import Synchronization

/// The metric families of a process, in the order in which its components have added them.
///
/// Components keep the metrics that they create here, so that counting needs no look-up and no lock.
package final class MetricsRegistry: Sendable {
    private let families = Mutex<[@Sendable () -> [MetricFamily]]>([])

    /// Creates a registry without families.
    package init() {}

    /// Adds families whose values are read for each page.
    func add(_ read: @escaping @Sendable () -> [MetricFamily]) { families.withLock { $0.append(read) } }

    /// Adds a counter, whose name ends in `_total`.
    package func counter(_ name: StaticString, _ help: StaticString) -> Metric {
        added(Metric(.counter, name, help)) { MetricFamily($0) }
    }

    package func gauge(_ name: StaticString, _ help: StaticString) -> Metric {
        added(Metric(.gauge, name, help)) { MetricFamily($0) }
    }

    /// Adds a counter with one label, whose values are fixed.
    package func counter(
        _ name: StaticString,
        _ help: StaticString,
        label: StaticString,
        values: [String]
    ) -> LabelledCounter {
        added(LabelledCounter(name, help, label: label, values: values)) { MetricFamily($0) }
    }

    /// Adds a histogram of durations with these upper bounds in seconds.
    package func histogram(_ name: StaticString, _ help: StaticString, bounds: [Double]) -> Histogram {
        added(Histogram(name, help, bounds: bounds)) { MetricFamily($0) }
    }

    private func added<Counter: Sendable>(
        _ counter: Counter,
        _ read: @escaping @Sendable (Counter) -> MetricFamily
    ) -> Counter {
        add { [read(counter)] }
        return counter
    }

    /// The current values of all families.
    package var all: [MetricFamily] { families.withLock { $0 }.flatMap { $0() } }
}

/// What stands for the system's atomic values in a worker that is simulated, where one thread runs at a time.
package final class Atomic<Value: Sendable>: Sendable {
    private nonisolated(unsafe) var value: Value

    package init(_ value: Value) { self.value = value }

    package func load(ordering: AtomicOrdering) -> Value { value }

    package func store(_ value: Value, ordering: AtomicOrdering) { self.value = value }

    package func exchange(_ value: Value, ordering: AtomicOrdering) -> Value {
        defer { self.value = value }
        return self.value
    }
}

/// Names that mean nothing where one thread runs at a time.
package enum AtomicOrdering {
    case relaxed, acquiring, releasing, acquiringAndReleasing, sequentiallyConsistent
}

import SimulatedSystem

/// What stands for the system's mutex in a worker that is simulated: who waits for it waits in the world, where whoever
/// has it can go on.
package struct Mutex<Value: ~Copyable>: ~Copyable, Sendable {
    private final class Box {
        var value: Value
        var isLocked = false

        init(_ value: consuming sending Value) { self.value = value }
    }

    private nonisolated(unsafe) let box: Box

    package init(_ value: consuming sending Value) { box = Box(value) }

    package borrowing func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        while box.isLocked { World.current.sleep(1) }
        box.isLocked = true
        defer { box.isLocked = false }
        return try body(&box.value)
    }
}

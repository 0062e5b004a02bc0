import Synchronization
import System

/// A thread beside the one that owns a client, which wakes it; it ends with its owner, who waits for that.
struct WakeupThread: ~Copyable {
    private let wakeup = Wakeup()
    private let thread: SystemThread

    /// Begins a body that works until its wakeup says that it is over; nil when the system gives no more threads.
    init?(_ body: @escaping @Sendable (Wakeup) -> Void) {
        let wakeup = wakeup
        guard let thread = SystemThread({ body(wakeup) }) else { return nil }
        self.thread = thread
    }

    func wake() { wakeup.wake() }

    deinit { wakeup.end() }
}

/// What a `WakeupThread` waits for.
final class Wakeup: Sendable {
    private let bell = Bell()
    private let isOver = Atomic(false)

    fileprivate func wake() { bell.ring() }

    fileprivate func end() {
        isOver.store(true, ordering: .relaxed)
        bell.ring()
    }

    /// Waits until it is woken, or for so long; nil is for ever.
    ///
    /// - Returns: Whether there is still somebody to work for.
    func wait(milliseconds: Int64? = nil) -> Bool {
        bell.wait(milliseconds: milliseconds)
        return !isOver.load(ordering: .relaxed)
    }
}

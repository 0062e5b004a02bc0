import Synchronization
import System

/// A helper thread of a client, which waits until it is woken.
///
/// Dropping the value ends the thread and waits for it.
struct WakeupThread: ~Copyable {
    private let wakeup = Wakeup()
    private let thread: SystemThread

    /// Starts the thread; nil if the system cannot create one.
    ///
    /// `body` must return when `Wakeup.wait` returns false.
    init?(_ body: @escaping @Sendable (Wakeup) -> Void) {
        let wakeup = wakeup
        guard let thread = SystemThread({ body(wakeup) }) else { return nil }
        self.thread = thread
    }

    func wake() { wakeup.wake() }

    deinit { wakeup.end() }
}

/// The signal that a `WakeupThread` waits for.
final class Wakeup: Sendable {
    private let wakeup = WakeupEvent()
    private let isOver = Atomic(false)

    fileprivate func wake() { wakeup.ring() }

    fileprivate func end() {
        isOver.store(true, ordering: .relaxed)
        wakeup.ring()
    }

    /// Waits until the thread is woken, at most for the given time; nil waits forever.
    ///
    /// - Returns: Whether the owner still exists.
    func wait(milliseconds: Int64? = nil) -> Bool {
        wakeup.wait(milliseconds: milliseconds)
        return !isOver.load(ordering: .relaxed)
    }
}

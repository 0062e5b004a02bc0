import System

/// Ends the poll of a consumer from any thread, as the room's `PollWakeup` does.
package final class PollWakeup: Sendable {
    private nonisolated(unsafe) var isRung = false

    package func ring() {
        isRung = true
        World.current.announce()
    }

    /// Whether it was rung since the last time.
    func take() -> Bool {
        defer { isRung = false }
        return isRung
    }
}

import System

/// What stands for the clock that commands wait by: that of the process which asks.
package struct ContinuousClock {
    /// A moment of that clock.
    package struct Instant: Comparable, Sendable {
        let milliseconds: Int64

        static var now: Instant { Instant(milliseconds: SimulatedProcess.now) }

        package static func < (left: Instant, right: Instant) -> Bool { left.milliseconds < right.milliseconds }

        static func + (instant: Instant, span: Duration) -> Instant {
            Instant(milliseconds: instant.milliseconds + Int64(span / .milliseconds(1)))
        }

        static func - (left: Instant, right: Instant) -> Duration {
            .milliseconds(left.milliseconds - right.milliseconds)
        }
    }

    static var now: Instant { .now }
}

extension SimulatedProcess {
    /// The steady clock of the process whose thread runs.
    fileprivate static var now: Int64 { World.current.process?.steadyMilliseconds ?? World.current.now }
}

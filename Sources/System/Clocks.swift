import Glibc

/// The clocks of the machine and its sleep, as a value: a test hands in time that it turns by itself.
package struct Clocks: Sendable {
    /// The time of day in milliseconds since 1970, which can jump: for what is compared after a restart.
    package let wallMilliseconds: @Sendable () -> Int64
    /// Time that never goes back, in milliseconds since whenever, for intervals.
    package let steadyMilliseconds: @Sendable () -> Int64
    private let sleep: @Sendable (Int64) -> Void

    /// Those of the machine, apart from what is given.
    package init(
        wallMilliseconds: @escaping @Sendable () -> Int64 = { read(CLOCK_REALTIME) },
        steadyMilliseconds: @escaping @Sendable () -> Int64 = { read(CLOCK_MONOTONIC) },
        sleep: @escaping @Sendable (_ milliseconds: Int64) -> Void = { pause(milliseconds: $0) }
    ) {
        self.wallMilliseconds = wallMilliseconds
        self.steadyMilliseconds = steadyMilliseconds
        self.sleep = sleep
    }

    /// Comes back after so long; at once if that is not in the future.
    package func sleep(milliseconds: Int64) {
        if milliseconds > 0 { sleep(milliseconds) }
    }

    private static func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }

    private static func pause(milliseconds: Int64) {
        var time = timespec(milliseconds: milliseconds)
        unsafe nanosleep(&time, nil)
    }
}

extension timespec {
    /// A span of time, or an instant of a clock.
    init(milliseconds: Int64) {
        self.init(tv_sec: Int(milliseconds / 1_000), tv_nsec: Int(milliseconds % 1_000) * 1_000_000)
    }
}

import Glibc

/// Two clocks and a sleep function, which tests replace with a simulated time.
package struct Clocks: Sendable {
    /// The wall clock in milliseconds since 1970, for times that are stored; this clock can jump.
    package let wallMilliseconds: @Sendable () -> Int64
    /// A monotonic time in milliseconds, for measuring intervals.
    package let steadyMilliseconds: @Sendable () -> Int64
    private let sleep: @Sendable (Int64) -> Void

    /// Uses the machine's clock for each argument that is not given.
    package init(
        wallMilliseconds: @escaping @Sendable () -> Int64 = { read(CLOCK_REALTIME) },
        steadyMilliseconds: @escaping @Sendable () -> Int64 = { read(CLOCK_MONOTONIC) },
        sleep: @escaping @Sendable (_ milliseconds: Int64) -> Void = { pause(milliseconds: $0) }
    ) {
        self.wallMilliseconds = wallMilliseconds
        self.steadyMilliseconds = steadyMilliseconds
        self.sleep = sleep
    }

    /// Sleeps; returns at once if the time is not positive.
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
    /// Converts milliseconds, either a duration or a clock time.
    init(milliseconds: Int64) {
        self.init(tv_sec: Int(milliseconds / 1_000), tv_nsec: Int(milliseconds % 1_000) * 1_000_000)
    }
}

import Glibc

/// The time of day, which can jump: for what is compared after a restart.
enum WallClock {
    /// In milliseconds since 1970.
    static func milliseconds() -> Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }
}

/// Time that never goes back, for intervals.
enum MonotonicClock {
    static func milliseconds() -> Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }

    static func sleep(milliseconds: Int64) {
        guard milliseconds > 0 else { return }
        var time = timespec(tv_sec: Int(milliseconds / 1_000), tv_nsec: Int(milliseconds % 1_000) * 1_000_000)
        unsafe nanosleep(&time, nil)
    }
}

import CJemalloc

/// Settings of jemalloc, which returns the memory of a backlog to the system; the C library's allocator does not.
enum Allocator {
    /// How long freed memory is kept for later allocations.
    private static let decayMilliseconds = 5_000

    /// Starts a thread of jemalloc that returns freed memory to the system, even for idle threads.
    ///
    /// `MALLOC_CONF` in the environment has priority. A failure is ignored, because memory is then only returned later.
    static func giveBackInBackground() {
        if ProcessEnvironment.current["MALLOC_CONF"] != nil { return }
        setDecay(milliseconds: decayMilliseconds)
        set("background_thread", to: true)
    }

    /// Returns freed memory to the system at once, for a process whose memory has a hard bound.
    ///
    /// `MALLOC_CONF` in the environment has priority.
    static func giveBackAtOnce() {
        if ProcessEnvironment.current["MALLOC_CONF"] == nil { setDecay(milliseconds: 0) }
    }

    private static func setDecay(milliseconds: Int) {
        set("arenas.dirty_decay_ms", to: milliseconds)
        // For this name, jemalloc refuses `MALLCTL_ARENAS_ALL`, the number that means all arenas.
        for arena in 0..<arenaCount { set("arena.\(arena).dirty_decay_ms", to: milliseconds) }
    }

    private static var arenaCount: UInt32 {
        var count: UInt32 = 0
        var size = MemoryLayout.size(ofValue: count)
        return unsafe mallctl("arenas.narenas", &count, &size, nil, 0) == 0 ? count : 0
    }

    private static func set(_ name: String, to value: some BitwiseCopyable) {
        var value = value
        _ = unsafe mallctl(name, nil, nil, &value, MemoryLayout.size(ofValue: value))
    }
}

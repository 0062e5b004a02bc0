import CJemalloc

/// The process uses jemalloc, because the C library's allocator does not return memory of a backlog to the system.
enum Allocator {
    /// How long freed memory is kept for later allocations.
    private static let decayMilliseconds = 5_000

    /// Starts a thread of jemalloc that returns freed memory to the system, even for idle threads.
    ///
    /// `MALLOC_CONF` in the environment has priority. A failure is ignored, because memory is then only returned later.
    static func giveBackInBackground() {
        if ProcessEnvironment.current["MALLOC_CONF"] != nil { return }
        set("arenas.dirty_decay_ms", to: decayMilliseconds)
        set("arena.\(MALLCTL_ARENAS_ALL).dirty_decay_ms", to: decayMilliseconds)
        set("background_thread", to: true)
    }

    private static func set(_ name: String, to value: some BitwiseCopyable) {
        var value = value
        _ = unsafe mallctl(name, nil, nil, &value, MemoryLayout.size(ofValue: value))
    }
}

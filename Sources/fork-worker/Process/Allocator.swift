import CJemalloc

/// The allocator of the process, which is linked in place of the C library's: that one keeps what a backlog took, in pieces
/// between what is still needed.
enum Allocator {
    /// How long memory that was freed is kept for what needs some next.
    private static let decayMilliseconds = 5_000

    /// Has freed memory given back by a thread of the allocator's own, also from threads that do nothing any more.
    ///
    /// `MALLOC_CONF` in the environment counts more. Where the allocator can't, memory is given back later, which is no
    /// reason not to start.
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

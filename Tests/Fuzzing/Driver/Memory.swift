import Synchronization

/// The bytes that are allocated, counted by the sanitizer's hooks.
enum Memory {
    private static let held = Atomic<Int>(0)
    private static let most = Atomic<Int>(0)

    /// The most that were held at once since the last reset.
    static var peak: Int { most.load(ordering: .relaxed) }

    /// Begins to look for a peak; gives back what is held.
    static func reset() -> Int {
        let now = held.load(ordering: .relaxed)
        most.store(now, ordering: .relaxed)
        return now
    }

    /// Lets the sanitizer tell of every allocation from now on.
    static func watch() {
        _ = unsafe install(
            { pointer, count in
                let now = Memory.held.add(count, ordering: .relaxed).newValue
                Memory.most.max(now, ordering: .relaxed)
            },
            { pointer in
                guard let pointer = unsafe pointer else { return }
                Memory.held.subtract(unsafe allocated(pointer), ordering: .relaxed)
            }
        )
    }
}

@_silgen_name("__sanitizer_install_malloc_and_free_hooks")
private func install(
    _ allocated: @convention(c) (UnsafeRawPointer?, Int) -> Void,
    _ freed: @convention(c) (UnsafeRawPointer?) -> Void
) -> CInt

@_silgen_name("__sanitizer_get_allocated_size")
private func allocated(_ pointer: UnsafeRawPointer) -> Int

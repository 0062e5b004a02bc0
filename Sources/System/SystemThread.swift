import Glibc

/// A thread for calls that block.
///
/// Whoever owns it waits for its end by letting it go, unless it was detached.
@safe package struct SystemThread: ~Copyable {
    private let thread: pthread_t

    private final class Work {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Begins a body; nil when the system gives no more threads.
    ///
    /// - Parameters:
    ///   - stackBytes: The size of its stack; nil is the system's usual one.
    ///   - body: Runs to its end on the thread.
    package init?(stackBytes: Int? = nil, _ body: @escaping @Sendable () -> Void) {
        var attributes = pthread_attr_t()
        guard unsafe pthread_attr_init(&attributes) == 0 else { return nil }
        defer { unsafe pthread_attr_destroy(&attributes) }
        if let stackBytes { unsafe pthread_attr_setstacksize(&attributes, stackBytes) }
        let work = unsafe Unmanaged.passRetained(Work(body))
        var thread = pthread_t()
        guard unsafe pthread_create(&thread, &attributes, Self.runWork, work.toOpaque()) == 0 else {
            unsafe work.release()
            return nil
        }
        self.thread = thread
    }

    private static let runWork: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
        guard let context = unsafe context else { return nil }
        unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
        return nil
    }

    /// Leaves it to itself: nobody waits for its end.
    package consuming func detach() {
        pthread_detach(thread)
        discard self
    }

    deinit { pthread_join(thread, nil) }
}

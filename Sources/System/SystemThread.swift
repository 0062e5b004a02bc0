import Glibc

/// A thread for blocking calls.
///
/// The deinitializer waits for the thread to end, unless `detach` was called.
@safe package struct SystemThread: ~Copyable {
    private let thread: pthread_t

    private final class Work {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Starts a thread; returns nil if the system cannot create a thread.
    ///
    /// A nil `stackBytes` stands for the system's default.
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

    /// Detaches the thread, so that nothing waits for its end.
    package consuming func detach() {
        pthread_detach(thread)
        discard self
    }

    deinit { pthread_join(thread, nil) }
}

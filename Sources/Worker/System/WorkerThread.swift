import Glibc

/// A thread for a lane or its restores: calls into Kafka block, and the core may recurse deeper than a small stack allows.
enum WorkerThread {
    private static let stackBytes = 16 << 20

    private final class Work {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Whether the system gave a thread, which then runs the body to its end.
    static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        unsafe withUnsafeTemporaryAllocation(of: pthread_attr_t.self, capacity: 1) { buffer in
            guard let attributes = buffer.baseAddress, unsafe pthread_attr_init(attributes) == 0 else { return false }
            defer { unsafe pthread_attr_destroy(attributes) }
            unsafe pthread_attr_setstacksize(attributes, stackBytes)
            unsafe pthread_attr_setdetachstate(attributes, Int32(PTHREAD_CREATE_DETACHED))
            let work = unsafe Unmanaged.passRetained(Work(body))
            var thread = pthread_t()
            let code = unsafe pthread_create(&thread, attributes, runWork, work.toOpaque())
            if code != 0 { unsafe work.release() }
            return code == 0
        }
    }

    private static let runWork: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
        guard let context = unsafe context else { return nil }
        unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
        return nil
    }
}

import Glibc
import Synchronization

/// A thread beside the one that owns a client, which wakes it; it ends with its owner.
@safe struct WakeupThread: ~Copyable {
    private let wakeup: Wakeup
    private let thread: pthread_t

    private final class Work {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Begins a body that works until its wakeup says that it is over; nil when the system gives no more threads.
    init?(_ body: @escaping @Sendable (Wakeup) -> Void) {
        guard let wakeup = Wakeup() else { return nil }
        let work = unsafe Unmanaged.passRetained(Work { body(wakeup) })
        var thread = pthread_t()
        guard unsafe pthread_create(&thread, nil, Self.runWork, work.toOpaque()) == 0 else {
            unsafe work.release()
            return nil
        }
        self.wakeup = wakeup
        self.thread = thread
    }

    private static let runWork: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
        guard let context = unsafe context else { return nil }
        unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
        return nil
    }

    func wake() { wakeup.wake() }

    /// Takes as long as the body needs to hear that it is over.
    deinit {
        wakeup.end()
        pthread_join(thread, nil)
    }
}

/// What a `WakeupThread` waits for: a byte through a pipe.
final class Wakeup: Sendable {
    private let ends: (reading: Int32, writing: Int32)
    private let isOver = Atomic(false)

    /// Nil when the system gives no more pipes.
    fileprivate init?() {
        var pipe: [Int32] = [-1, -1]
        guard unsafe Glibc.pipe(&pipe) == 0 else { return nil }
        ends = (pipe[0], pipe[1])
    }

    deinit {
        close(ends.reading)
        close(ends.writing)
    }

    fileprivate func wake() {
        var byte: UInt8 = 0
        unsafe write(ends.writing, &byte, 1)
    }

    fileprivate func end() {
        isOver.store(true, ordering: .relaxed)
        wake()
    }

    /// Waits until it is woken, or for so long; −1 is for ever.
    ///
    /// - Returns: Whether there is still somebody to work for.
    func wait(milliseconds: Int32 = -1) -> Bool {
        var end = pollfd(fd: ends.reading, events: Int16(POLLIN), revents: 0)
        var count = unsafe poll(&end, 1, milliseconds)
        while count < 0, errno == EINTR { count = unsafe poll(&end, 1, milliseconds) }
        if count < 0 { return false }
        var byte: UInt8 = 0
        if count > 0 { unsafe read(ends.reading, &byte, 1) }
        return !isOver.load(ordering: .relaxed)
    }
}

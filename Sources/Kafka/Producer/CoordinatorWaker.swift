import CRDKafka
import Glibc
import Synchronization

/// Wakes a call that waits for the group's coordinator longer than it was given.
///
/// Sending offsets to a transaction looks for the coordinator again only when one of the producer's connections comes or
/// goes, whatever time it was given (librdkafka issues 5456 and 5511). After a line was cut there may be no connection
/// that could: then it waits for ever. So a thread of this owner, which looks once a second, asks the cluster for its
/// metadata when a call takes too long, for which the library has to connect.
@safe struct CoordinatorWaker: ~Copyable {
    private let work: Work
    private let thread: pthread_t

    /// Nil when the system gives no more threads: a call that hangs then ends with the process.
    init?(_ client: ClientHandle) {
        guard let work = Work(client) else { return nil }
        var thread = pthread_t()
        let context = unsafe Unmanaged.passRetained(work)
        guard unsafe pthread_create(&thread, nil, runWork, context.toOpaque()) == 0 else {
            unsafe context.release()
            return nil
        }
        self.work = work
        self.thread = thread
    }

    /// How often a call took too long.
    var count: Int { work.count }

    /// Makes a call that may have to be woken.
    func watch<Result>(_ call: () -> Result) -> Result {
        work.begin()
        defer { work.end() }
        return call()
    }

    deinit {
        work.stop()
        pthread_join(thread, nil)
    }
}

/// The thread's side; what both sides touch is behind a lock or atomic.
private final class Work: @unchecked Sendable {
    private static let lookMilliseconds: Int32 = 1_000
    private static let patience = Duration.seconds(5)
    /// Longer than `connections.max.idle.ms` of a producer of the worker: the end of an idle connection wakes a call too.
    private static let pause = Duration.seconds(20)
    private static let askMilliseconds: Int32 = 2_000

    private let client: ClientHandle
    /// A byte through this pipe ends the thread.
    private let ends: (reading: Int32, writing: Int32)
    private let began = Mutex<ContinuousClock.Instant?>(nil)
    private let asked = Atomic(0)

    init?(_ client: ClientHandle) {
        var pipe: [Int32] = [-1, -1]
        guard unsafe Glibc.pipe(&pipe) == 0 else { return nil }
        ends = (pipe[0], pipe[1])
        self.client = client
    }

    deinit {
        close(ends.reading)
        close(ends.writing)
    }

    var count: Int { asked.load(ordering: .relaxed) }

    func begin() { began.withLock { $0 = .now } }

    func end() { began.withLock { $0 = nil } }

    func stop() {
        var byte: UInt8 = 0
        unsafe write(ends.writing, &byte, 1)
    }

    /// Takes no longer to end than one question.
    func run() {
        var last: ContinuousClock.Instant?
        while !isOver(within: Self.lookMilliseconds) {
            let now = ContinuousClock.now
            guard let began = began.withLock({ $0 }), now - began >= Self.patience else { continue }
            if let last, now - last < Self.pause { continue }
            last = now
            asked.add(1, ordering: .relaxed)
            ask()
        }
    }

    private func isOver(within milliseconds: Int32) -> Bool {
        var end = pollfd(fd: ends.reading, events: Int16(POLLIN), revents: 0)
        let count = unsafe poll(&end, 1, milliseconds)
        return count > 0 || count < 0 && errno != EINTR
    }

    private func ask() {
        var metadata: UnsafePointer<rd_kafka_metadata>?
        let code = unsafe rd_kafka_metadata(client.pointer, 0, nil, &metadata, Self.askMilliseconds)
        if code == RD_KAFKA_RESP_ERR_NO_ERROR { unsafe rd_kafka_metadata_destroy(metadata) }
    }
}

private let runWork: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
    guard let context = unsafe context else { return nil }
    unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run()
    return nil
}

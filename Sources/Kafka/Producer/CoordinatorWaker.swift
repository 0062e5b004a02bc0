import CRDKafka
import Synchronization

/// Wakes a call that waits for the group's coordinator longer than it was given.
///
/// Sending offsets to a transaction looks for the coordinator again only when one of the producer's connections comes or
/// goes, whatever time it was given (librdkafka issues 5456 and 5511). After a line was cut there may be no connection
/// that could: then it waits for ever. So a thread of this owner, which looks once a second, asks the cluster for its
/// metadata when a call takes too long, for which the library has to connect.
@safe struct CoordinatorWaker: ~Copyable {
    private static let lookMilliseconds: Int64 = 1_000
    private static let askMilliseconds: Int32 = 2_000

    private let call = Call()
    private let thread: WakeupThread
    /// Let go of after the thread has, so that it ends where it was made.
    private let client: ClientHandle

    /// What both threads know of the call.
    private final class Call: Sendable {
        let began = Mutex<ContinuousClock.Instant?>(nil)
    }

    /// Nil when the system gives no more threads: a call that hangs then ends with the process.
    init?(_ client: ClientHandle) {
        // The library may be called from any thread, and nothing else of the client is touched.
        nonisolated(unsafe) let shared = client
        let call = call
        let thread = WakeupThread { wakeup in
            var patience = CallPatience()
            while wakeup.wait(milliseconds: Self.lookMilliseconds) {
                if patience.isOver(began: call.began.withLock { $0 }, at: .now) { unsafe Self.ask(shared) }
            }
        }
        guard let thread else { return nil }
        self.thread = thread
        self.client = client
    }

    /// Makes a call that may have to be woken.
    func watch<Result>(_ body: () -> Result) -> Result {
        call.began.withLock { $0 = .now }
        defer { call.began.withLock { $0 = nil } }
        return body()
    }

    private static func ask(_ client: ClientHandle) {
        var metadata: UnsafePointer<rd_kafka_metadata>?
        let code = unsafe rd_kafka_metadata(client.pointer, 0, nil, &metadata, askMilliseconds)
        guard code == RD_KAFKA_RESP_ERR_NO_ERROR else { return }
        unsafe rd_kafka_metadata_destroy(metadata)
    }
}

/// How long a call may wait before it is woken, and how long until it is woken again.
package struct CallPatience: Sendable {
    private static let patience = Duration.seconds(5)
    /// Longer than `connections.max.idle.ms` of a producer of the worker: the end of an idle connection wakes a call too.
    private static let pause = Duration.seconds(20)

    private var last: ContinuousClock.Instant?

    /// Nothing was woken yet.
    package init() {}

    /// Whether a call that began then is to be woken now; nil says that there is none.
    package mutating func isOver(began: ContinuousClock.Instant?, at now: ContinuousClock.Instant) -> Bool {
        guard let began, now - began >= Self.patience else { return false }
        if let last, now - last < Self.pause { return false }
        last = now
        return true
    }
}

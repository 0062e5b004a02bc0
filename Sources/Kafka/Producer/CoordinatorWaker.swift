import CRDKafka
import Synchronization

/// Wakes a call that waits for the group's coordinator longer than its timeout.
///
/// `rd_kafka_send_offsets_to_transaction` looks for the coordinator again only when one of the producer's connections
/// opens or closes, whatever its timeout is (librdkafka issues 5456 and 5511). After a network failure, there may be no
/// connection left, and the call hangs forever. A separate thread checks once a second. If a call takes too long, the
/// thread requests metadata, for which the library must open a connection.
@safe struct CoordinatorWaker: ~Copyable {
    private static let lookMilliseconds: Int64 = 1_000
    private static let askMilliseconds: Int32 = 2_000

    private let call = Call()
    private let thread: WakeupThread
    /// Declared after `thread`, so that the handle is released on the thread that created it.
    private let client: ClientHandle

    /// The state that both threads share.
    private final class Call: Sendable {
        let began = Mutex<ContinuousClock.Instant?>(nil)
    }

    /// Starts the thread; nil if the system cannot create one.
    init?(_ client: ClientHandle) {
        // Safe, because the library may be called from any thread, and only the client's handle is used.
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

    /// Runs a call that may have to be woken.
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

/// Decides when a waiting call is woken, and when it is woken again.
package struct CallPatience: Sendable {
    private static let patience = Duration.seconds(5)
    /// The pause between two wakeups of one call.
    ///
    /// Longer than the worker's `connections.max.idle.ms`, because closing an idle connection wakes a call too.
    private static let pause = Duration.seconds(20)

    private var last: ContinuousClock.Instant?

    package init() {}

    /// Whether the call that began at `began` must be woken now; nil means that there is no call.
    package mutating func isOver(began: ContinuousClock.Instant?, at now: ContinuousClock.Instant) -> Bool {
        guard let began, now - began >= Self.patience else { return false }
        if let last, now - last < Self.pause { return false }
        last = now
        return true
    }
}

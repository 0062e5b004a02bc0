import CRDKafka
import Glibc
import Synchronization

/// Wakes fetchers that sleep although the fetch queue has room again.
///
/// A library without `fetch.queue.backoff.ms` checks a full queue again only after a second. Any request to a leader
/// wakes the thread that fetches from it. So a separate thread requests the end of one partition from each leader, at
/// most every 5 ms, if few records are left while the broker has more, or if a queue that may have been full is empty.
/// The consumer's own thread cannot make these requests: at the end of the input, the answer waits behind a fetch that
/// waits for records.
@safe struct FetchWaker: ~Copyable {
    private static let pauseMicroseconds: UInt32 = 5_000

    private let order = Order()
    private let queue: OpaquePointer
    private let thread: WakeupThread
    private let client: ClientHandle
    private let memory: Memory

    /// The state that both threads share.
    private final class Order: Sendable {
        /// Whether a request is pending.
        let isRequested = Atomic(false)
        let assigned = Mutex<[TopicPartition]?>(nil)
    }

    /// The state of the consumer's thread.
    private final class Memory {
        var level: FetchLevel
        /// The time at which to look up the leaders again.
        var findsAt = ContinuousClock.now

        init(limitBytes: Int) { level = FetchLevel(limitBytes: limitBytes) }
    }

    private static let findsEvery = Duration.seconds(5)

    /// Starts the thread; nil if the system cannot create one.
    ///
    /// `limitBytes` is the consumer's `queued.max.messages.kbytes`, in bytes.
    init?(_ client: ClientHandle, limitBytes: Int) {
        // Safe, because the library may be called from any thread, and only the client's handle is used.
        nonisolated(unsafe) let shared = client
        let order = order
        let thread = WakeupThread { wakeup in
            var leaders = unsafe FetchLeaders(shared)
            while wakeup.wait() {
                if let partitions = order.assigned.withLock({ $0.take() }) { leaders.find(partitions) }
                leaders.ask()
                usleep(Self.pauseMicroseconds)
                order.isRequested.store(false, ordering: .relaxed)
            }
        }
        guard let thread, let queue = unsafe rd_kafka_queue_get_consumer(client.pointer) else { return nil }
        self.client = client
        self.thread = thread
        memory = Memory(limitBytes: limitBytes)
        unsafe self.queue = queue
    }

    private var isRequested: Bool { order.isRequested.load(ordering: .relaxed) }

    /// Wakes fetchers if the queue has become too short with this record.
    func took(_ message: borrowing Message) {
        let waiting = unsafe rd_kafka_queue_length(queue)
        let bytes = message.value?.byteCount ?? 0
        guard memory.level.isLow(taking: bytes, waiting: waiting, isRequested: isRequested) else { return }
        if memory.level.took(behind: message.recordsBehind, waiting: waiting, isRequested: isRequested) { tell() }
    }

    /// Wakes fetchers if needed, after no record came within the timeout.
    func tookNothing() {
        if memory.level.tookNothing(isRequested: isRequested) { tell() }
    }

    /// Wakes the thread that sends requests to the leaders.
    ///
    /// The assignment is queried here, because the other thread might query it while the consumer closes.
    private func tell() {
        var assigned: [TopicPartition]?
        if ContinuousClock.now >= memory.findsAt {
            memory.findsAt = .now + Self.findsEvery
            assigned = try? client.assignment()
        }
        if let assigned { order.assigned.withLock { $0 = assigned } }
        order.isRequested.store(true, ordering: .relaxed)
        thread.wake()
    }

    deinit { unsafe rd_kafka_queue_destroy(queue) }
}

import CRDKafka
import Glibc
import Synchronization

/// Wakes fetchers that sleep although there is room again: before `LibraryFeature.fetchQueueBackoff` the library looks
/// at a queue that was full only after a second.
///
/// Any request to a leader wakes the thread that fetches from it. So when few records are left while the broker has
/// more, a thread of this owner asks each leader for the end of one partition, at most every 5 ms. It has to be another
/// thread than the consumer's: at the end of the input the answer waits behind a fetch, which waits for records.
/// Nothing is asked while the queue is full enough, and nothing when there is nothing to read.
@safe struct FetchWaker: ~Copyable {
    private static let pauseMicroseconds: UInt32 = 5_000

    private let order = Order()
    private let queue: OpaquePointer
    private let thread: WakeupThread
    private let client: ClientHandle
    private let memory = Memory()

    /// What the thread is told, and what it tells.
    private final class Order: Sendable {
        /// A request is under way, or will be.
        let isTold = Atomic(false)
        let assigned = Mutex<[TopicPartition]?>(nil)
    }

    /// What the consumer's thread remembers.
    private final class Memory {
        var level = FetchLevel()
        /// When it is time to look who leads what is read.
        var findsAt = ContinuousClock.now
    }

    private static let findsEvery = Duration.seconds(5)

    /// Nil when the system gives no more threads: reading then goes on, at the library's pace.
    init?(_ client: ClientHandle) {
        // The library may be called from any thread, and nothing else of the client is touched.
        nonisolated(unsafe) let shared = client
        let order = order
        let thread = WakeupThread { wakeup in
            var leaders = unsafe FetchLeaders(shared)
            while wakeup.wait() {
                if let partitions = order.assigned.withLock({ $0.take() }) { leaders.find(partitions) }
                leaders.ask()
                usleep(Self.pauseMicroseconds)
                order.isTold.store(false, ordering: .relaxed)
            }
        }
        guard let thread, let queue = unsafe rd_kafka_queue_get_consumer(client.pointer) else { return nil }
        self.client = client
        self.thread = thread
        unsafe self.queue = queue
    }

    private var isTold: Bool { order.isTold.load(ordering: .relaxed) }

    /// A record was taken from the queue: perhaps it is running low.
    func took(_ message: borrowing Message) {
        let waiting = unsafe rd_kafka_queue_length(queue)
        guard memory.level.isLow(waiting: waiting, isTold: isTold) else { return }
        if memory.level.took(behind: message.recordsBehind, waiting: waiting, isTold: isTold) { tell() }
    }

    /// Nothing came within the time that was waited.
    func tookNothing() {
        if memory.level.tookNothing(isTold: isTold) { tell() }
    }

    /// The group is asked for the assignment here, and not by the other thread, which might ask while it is closed.
    private func tell() {
        var assigned: [TopicPartition]?
        if ContinuousClock.now >= memory.findsAt {
            memory.findsAt = .now + Self.findsEvery
            assigned = try? client.assignment()
        }
        if let assigned { order.assigned.withLock { $0 = assigned } }
        order.isTold.store(true, ordering: .relaxed)
        thread.wake()
    }

    deinit { unsafe rd_kafka_queue_destroy(queue) }
}

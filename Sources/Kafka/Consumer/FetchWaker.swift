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
    private let level = Level()

    /// What the thread is told, and what it tells.
    private final class Order: Sendable {
        /// A request is under way, or will be.
        let isTold = Atomic(false)
        let assigned = Mutex<[TopicPartition]?>(nil)
        let rounds = Atomic(0)
    }

    /// What the consumer's thread remembers of its queue.
    private final class Level {
        var highest = 0
        /// Requests that are left after the last record: a queue that is empty tells nothing more.
        var requestsLeft = 0
        /// When it is time to look who leads what is read.
        var findsAt = ContinuousClock.now
    }

    private static let requestsAfterRecord = 20
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
                order.rounds.add(1, ordering: .relaxed)
                usleep(Self.pauseMicroseconds)
                order.isTold.store(false, ordering: .relaxed)
            }
        }
        guard let thread, let queue = unsafe rd_kafka_queue_get_consumer(client.pointer) else { return nil }
        self.client = client
        self.thread = thread
        unsafe self.queue = queue
    }

    /// How many rounds of questions there were.
    var count: Int { order.rounds.load(ordering: .relaxed) }

    private var isTold: Bool { order.isTold.load(ordering: .relaxed) }

    /// A record was taken from the queue: perhaps it is running low.
    func took(_ message: borrowing Message) {
        let length = unsafe rd_kafka_queue_length(queue)
        level.highest = max(level.highest, length)
        let isLow = length <= level.highest / 2
        // While a request is under way only the last record of the queue says anything new.
        guard length == 0 || isLow && !isTold else { return }
        // Markers are offsets without a record; one of them may be the end.
        let isBehind = message.recordsBehind > length + 1
        level.requestsLeft = isBehind ? Self.requestsAfterRecord : 0
        if isBehind, !isTold { tell() }
    }

    /// Nothing came within the time that was waited.
    func tookNothing() {
        guard level.requestsLeft > 0, !isTold else { return }
        level.requestsLeft -= 1
        tell()
    }

    /// The group is asked for the assignment here, and not by the other thread, which might ask while it is closed.
    private func tell() {
        var assigned: [TopicPartition]?
        if ContinuousClock.now >= level.findsAt {
            level.findsAt = .now + Self.findsEvery
            assigned = try? client.assignment()
        }
        if let assigned { order.assigned.withLock { $0 = assigned } }
        order.isTold.store(true, ordering: .relaxed)
        thread.wake()
    }

    deinit { unsafe rd_kafka_queue_destroy(queue) }
}

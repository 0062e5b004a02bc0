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
    private let work: Work
    private let queue: OpaquePointer
    private let thread: pthread_t
    private let client: ClientHandle
    private let level = Level()

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
        guard let work = Work(client), let queue = unsafe rd_kafka_queue_get_consumer(client.pointer) else {
            return nil
        }
        var thread = pthread_t()
        let context = unsafe Unmanaged.passRetained(work)
        guard unsafe pthread_create(&thread, nil, runWork, context.toOpaque()) == 0 else {
            unsafe context.release()
            unsafe rd_kafka_queue_destroy(queue)
            return nil
        }
        self.client = client
        self.work = work
        unsafe self.queue = queue
        self.thread = thread
    }

    /// How often the fetchers were woken.
    var count: Int { work.count }

    /// A record was taken from the queue: perhaps it is running low.
    func took(_ message: borrowing Message) {
        let length = unsafe rd_kafka_queue_length(queue)
        level.highest = max(level.highest, length)
        let isLow = length <= level.highest / 2
        // While a request is under way only the last record of the queue says anything new.
        guard length == 0 || isLow && !work.isTold else { return }
        // Markers are offsets without a record; one of them may be the end.
        let isBehind = message.recordsBehind > length + 1
        level.requestsLeft = isBehind ? Self.requestsAfterRecord : 0
        if isBehind, !work.isTold { tell() }
    }

    /// Nothing came within the time that was waited.
    func tookNothing() {
        guard level.requestsLeft > 0, !work.isTold else { return }
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
        work.tell(assigned)
    }

    deinit {
        work.stop()
        pthread_join(thread, nil)
        unsafe rd_kafka_queue_destroy(queue)
    }
}

/// The thread's side; what both sides touch is atomic.
private final class Work: @unchecked Sendable {
    private static let pauseMicroseconds: UInt32 = 5_000

    private var leaders: FetchLeaders
    /// A byte through this pipe wakes the thread.
    private let ends: (reading: Int32, writing: Int32)
    private let told = Atomic(false)
    private let assigned = Mutex<[TopicPartition]?>(nil)
    private let isOver = Atomic(false)
    private let rounds = Atomic(0)

    init?(_ client: ClientHandle) {
        var pipe: [Int32] = [-1, -1]
        guard unsafe Glibc.pipe(&pipe) == 0 else { return nil }
        ends = (pipe[0], pipe[1])
        leaders = FetchLeaders(client)
    }

    deinit {
        close(ends.reading)
        close(ends.writing)
    }

    /// How many rounds of questions there were.
    var count: Int { rounds.load(ordering: .relaxed) }

    /// A request is under way, or will be.
    var isTold: Bool { told.load(ordering: .relaxed) }

    func tell(_ partitions: [TopicPartition]?) {
        if let partitions { assigned.withLock { $0 = partitions } }
        told.store(true, ordering: .relaxed)
        wake()
    }

    func stop() {
        isOver.store(true, ordering: .relaxed)
        wake()
    }

    private func wake() {
        var byte: UInt8 = 0
        unsafe write(ends.writing, &byte, 1)
    }

    /// Takes no longer to end than one round of questions.
    func run() {
        var byte: UInt8 = 0
        while true {
            let count = unsafe read(ends.reading, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return }
            if isOver.load(ordering: .relaxed) { return }
            if let partitions = assigned.withLock({ $0.take() }) { leaders.find(partitions) }
            leaders.ask()
            rounds.add(1, ordering: .relaxed)
            usleep(Self.pauseMicroseconds)
            told.store(false, ordering: .relaxed)
        }
    }
}

private let runWork: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
    guard let context = unsafe context else { return nil }
    unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run()
    return nil
}

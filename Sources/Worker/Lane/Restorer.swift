import Health
import Kafka
import Store

/// Reads changelogs back, beside the group: a consumer of its own, so that the group's goes on meanwhile.
///
/// One serves one assignment and dies with it: an old one's positions would be mistaken for new ones.
struct Restorer: ~Copyable {
    /// What is known of one partition.
    struct Progress {
        /// Where its changelog ended when it was assigned: all that its former owner wrote lies before.
        var end: Int64
        /// When that was, by the wall clock.
        let endFound: Int64
        /// Where the replay began.
        let start: Int64
        let began: Int64
        var records = 0
        var bytes = 0
        var isReplayed = false
    }

    /// How many records are taken in a turn, so that the group is served in between.
    private static let turnRecords = 1_000

    let consumer: Consumer
    /// For questions: behind a fetch, which waits for records, an answer would take half a second.
    let committed: Admin
    let topic: String
    var progress: [Int32: Progress] = [:]
    /// Partitions whose end is not known yet.
    var waiting: [Int32]
    /// The ends of the changelogs that are waited for.
    private(set) var ends: [Int32: Watermarks] = [:]
    private var endsFound: Int64 = 0
    /// Partitions whose replay took too long, and why that matters.
    private(set) var missed: [Int32: String] = [:]
    var isReading = false
    /// When a failed question may be asked again.
    var notBefore: Int64 = 0

    init(_ partitions: [Int32], topic: String, configuration: Configuration, onEvent: @escaping (ClientEvent) -> Void)
        throws(KafkaError)
    {
        let consumer = try Consumer(configuration, onEvent: onEvent)
        let committed = try Admin(configuration, isolation: .committed, onEvent: onEvent)
        self.consumer = consumer
        self.committed = committed
        self.topic = topic
        waiting = partitions
    }

    /// The ends of a partition, as readers of committed records see them.
    func ends(of partition: TopicPartition) throws(KafkaError) -> Watermarks {
        try committed.watermarks(of: partition, timeoutMilliseconds: 1_000)
    }

    /// Asks where the changelogs of waiting partitions begin and end.
    mutating func findEnds(by admin: borrowing Admin) throws(KafkaError) {
        if ends.isEmpty { endsFound = WallClock.milliseconds() }
        for partition in waiting where ends[partition] == nil {
            ends[partition] = try admin.watermarks(of: TopicPartition(topic, partition), timeoutMilliseconds: 1_000)
        }
    }

    /// Begins to read the changelogs that go beyond what their stores have.
    mutating func begin(_ stores: [Int32: RocksStore]) throws(KafkaError) {
        let now = MonotonicClock.milliseconds()
        for partition in waiting {
            let end = ends[partition]?.high ?? 0
            let start = stores[partition]?.changelogOffset ?? 0
            progress[partition] = Progress(
                end: end,
                endFound: endsFound,
                start: start,
                began: now,
                isReplayed: start >= end
            )
        }
        waiting = []
        ends = [:]
        try assign(stores)
    }

    private mutating func assign(_ stores: [Int32: RocksStore]) throws(KafkaError) {
        let open = progress.filter { !$0.value.isReplayed }.keys.sorted()
        isReading = !open.isEmpty
        guard isReading else { return }
        try consumer.assign(
            open.map { Assignment(TopicPartition(topic, $0), from: .offset(stores[$0]?.changelogOffset ?? 0)) }
        )
    }

    /// Lets a partition, whose store is empty now, be replayed once more.
    mutating func restart(_ partition: Int32) {
        missed[partition] = nil
        progress[partition] = nil
        waiting.append(partition)
    }

    /// Takes what is there, and marks the partitions that have come to their ends.
    mutating func replay(into stores: [Int32: RocksStore], _ watch: StoreWatch) throws(RestoreError) {
        var isEmpty = false
        for turn in 0..<Self.turnRecords where !isEmpty {
            guard let message = consumer.poll(timeoutMilliseconds: turn == 0 ? 5 : 0) else {
                isEmpty = true
                continue
            }
            if let error = message.error {
                if error.verdict == .stop { throw .kafka(error) }
                continue
            }
            try take(message, into: stores)
        }
        try finishReplayed(stores, watch)
    }

    private mutating func take(
        _ message: borrowing Message,
        into stores: [Int32: RocksStore]
    ) throws(RestoreError) {
        guard let key = message.key else { throw .store(.malformedKey(offset: message.offset)) }
        let value = message.value
        do throws(StoreError) {
            try stores[message.partition]?.replay(key: key, value: value, offset: message.offset)
        } catch {
            throw .store(error)
        }
        progress[message.partition]?.records += 1
        progress[message.partition]?.bytes += key.byteCount + (value?.byteCount ?? 0)
    }

    private mutating func finishReplayed(_ stores: [Int32: RocksStore], _ watch: StoreWatch) throws(RestoreError) {
        let open = progress.filter { !$0.value.isReplayed }
        let partitions = open.keys.map { TopicPartition(topic, $0) }
        guard let positions = try? consumer.positions(of: partitions) else { return }
        for (partition, known) in open {
            guard let position = positions[TopicPartition(topic, partition)], position >= known.end else { continue }
            missed[partition] = watch.missedReason(
                stores[partition]?.inStepMilliseconds,
                wall: WallClock.milliseconds()
            )
            if missed[partition] != nil { continue }
            do throws(StoreError) {
                try stores[partition]?.endReplay(at: known.end, atMilliseconds: known.endFound)
            } catch {
                throw .store(error)
            }
            progress[partition]?.isReplayed = true
        }
        isReading = progress.contains { !$0.value.isReplayed }
    }
}

/// Why a restore failed.
enum RestoreError: Error, CustomStringConvertible {
    /// A question to the broker.
    case kafka(KafkaError)
    /// A record that the store cannot take.
    case store(StoreError)

    var description: String {
        switch self {
        case .kafka(let error): "\(error)"
        case .store(let error): "\(error)"
        }
    }
}

import Kafka
import System
import Vocabulary

/// Reads single records of output partitions.
final class RecordSearch {
    private static let pollMilliseconds: Int64 = 100
    /// The largest number of partitions to read at once, which bounds the memory for fetched records.
    private static let partitionsMax = 1_000

    private let clocks: Clocks
    private let consumer: Consumer
    /// The partitions for which the last search waited in vain.
    private var silent: Set<TopicPartition> = []

    /// Whether the client must be replaced, because two consecutive searches had no answer for a partition.
    ///
    /// A restart of a broker raises the leader epoch of a topic. If the topic is then recreated, its epoch is 0 again.
    /// librdkafka 2.16 ignores leaders with a lower epoch than it knows, so a client that knows the old topic never reads
    /// the new one.
    private(set) var isDeaf = false

    init(
        _ clients: ClientProperties,
        _ clocks: Clocks,
        onEvent: @escaping (ClientEvent) -> Void
    ) throws(KafkaError) {
        self.clocks = clocks
        consumer = try Consumer(clients.recordSearch, onEvent: onEvent)
    }

    /// Returns the first committed record at or after an offset of each partition.
    ///
    /// - Parameters:
    ///   - offsets: The offsets, by partition.
    ///   - milliseconds: The time after which the search fails.
    /// - Returns: The marks of the records that were found.
    /// - Throws: An error of kind `passing` when the time is over.
    func marks(at offsets: [TopicPartition: Int64], milliseconds: Int64) throws(KafkaError) -> [TopicPartition: LogMark]
    {
        let until = clocks.steadyMilliseconds() + milliseconds
        var found: [TopicPartition: LogMark] = [:]
        var left = offsets.keys.sorted { ($0.topic, $0.partition) < ($1.topic, $1.partition) }
        while !left.isEmpty {
            let some = left.prefix(Self.partitionsMax)
            left.removeFirst(some.count)
            try consumer.assign(
                some.map { Assignment($0, from: .offset(offsets[$0] ?? 0)) },
                findingLeadersWithin: 1_000
            )
            var waiting = Set(some)
            while !waiting.isEmpty {
                let rest = until - clocks.steadyMilliseconds()
                guard rest > 0 else {
                    isDeaf = !silent.isDisjoint(with: waiting)
                    silent = waiting
                    let reason = "\(waiting.count) document partitions were not read within \(milliseconds) ms"
                    throw KafkaError(.poll, .timedOut, subject: waiting.map(\.description).min(), reason: reason)
                }
                let wait = Int32(min(rest, Self.pollMilliseconds))
                guard let message = consumer.poll(timeoutMilliseconds: wait) else { continue }
                let place = TopicPartition(message.topic, message.partition)
                if let error = message.error {
                    // A log that ends before the offset has no record there.
                    if error.saysOffsetIsGone { waiting.remove(place) }
                    if error.isForPerson || error.saysTopicIsGone { throw error }
                    continue
                }
                guard waiting.remove(place) != nil else { continue }
                if !message.isEndOfPartition { found[place] = LogMark(message) }
            }
            // Stop fetching.
            try consumer.unassign()
        }
        silent = []
        return found
    }
}

import Kafka
import System

/// Searches output partitions for a committed record.
///
/// The high watermark is no proof, because aborted records and transaction markers also raise it.
final class RecordSearch {
    private static let pollMilliseconds: Int64 = 100
    /// The largest number of partitions to read at once, which bounds the memory for fetched records.
    private static let partitionsMax = 1_000

    private let clocks: Clocks
    private let consumer: Consumer
    /// The partitions that are being read.
    private var open: Set<TopicPartition> = []
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

    /// Reads each partition from its beginning up to its first committed record.
    ///
    /// - Parameters:
    ///   - bounds: The watermarks of the partitions.
    ///   - milliseconds: The time after which the search fails. The next search continues where this one ended.
    ///   - noteFound: Called at once for each partition with a committed record, so that the next search can skip it.
    /// - Returns: The partitions with a committed record.
    /// - Throws: An error of kind `passing` when the time is over.
    func found(
        in bounds: [TopicPartition: Watermarks],
        milliseconds: Int64,
        _ noteFound: (TopicPartition) -> Void
    ) throws(KafkaError) -> Set<TopicPartition> {
        let until = clocks.steadyMilliseconds() + milliseconds
        var found: Set<TopicPartition> = []
        var left = bounds.filter { $0.value.low < $0.value.high }.keys.sorted {
            ($0.topic, $0.partition) < ($1.topic, $1.partition)
        }
        while !left.isEmpty {
            let some = left.prefix(Self.partitionsMax)
            left.removeFirst(some.count)
            if !open.isSuperset(of: some) {
                try assign(some.map { Assignment($0, from: .offset(bounds[$0]?.low ?? 0)) })
            }
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
                    if error.isForPerson || error.saysTopicIsGone { throw error }
                    continue
                }
                guard waiting.remove(place) != nil else { continue }
                open.remove(place)
                if message.isEndOfPartition { continue }
                found.insert(place)
                noteFound(place)
            }
            // Stop fetching.
            try assign([])
        }
        silent = []
        return found
    }

    private func assign(_ assignments: [Assignment]) throws(KafkaError) {
        open = []
        if assignments.isEmpty { return try consumer.unassign() }
        try consumer.assign(assignments, findingLeadersWithin: 1_000)
        open = Set(assignments.map(\.partition))
    }
}

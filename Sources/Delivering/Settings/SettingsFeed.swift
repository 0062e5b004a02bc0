import Dispatching
import Kafka
import Observation
import System
import Vocabulary
import Worker

/// Reads `fork.connections` whole, and then follows it.
///
/// It reads without a group, because each process needs the settings of all connections.
final class SettingsFeed {
    /// The most records that one call takes.
    private static let turnRecords = 2_000

    private let topic: String
    private let consumer: Consumer
    private(set) var known: KnownSettings
    /// The partitions whose end at the start was not reached yet; nil before the topic was looked up.
    private var unread: Set<Int32>?
    private var places: [TopicPartition] = []

    init(
        _ topic: String,
        _ clients: ClientProperties,
        _ known: consuming KnownSettings,
        onEvent: @escaping (ClientEvent) -> Void
    ) throws(KafkaError) {
        self.topic = topic
        var configuration = clients.reader
        configuration["enable.partition.eof"] = "true"
        // The newest record of each connection stays, whatever compaction removes before it.
        configuration["auto.offset.reset"] = "earliest"
        consumer = try Consumer(configuration, onEvent: onEvent)
        self.known = known
    }

    /// Whether all settings that there were at the start are read.
    var isComplete: Bool { unread?.isEmpty ?? false }

    /// The records that are not read yet, as far as the last fetches tell.
    var lagRecords: Int {
        consumer.recordsBehind((try? consumer.positions(of: places)) ?? [:]).values.reduce(0, +)
    }

    /// Reads the records that are there.
    ///
    /// - Parameters:
    ///   - milliseconds: How long to wait for the first one.
    ///   - changed: Receives each connection with newer settings, once all settings of the start are read.
    /// - Throws: If reading cannot continue.
    func advance(milliseconds: Int32, _ changed: (ConnectionID) -> Void) throws(KafkaError) {
        if unread == nil { try begin() }
        guard let first = consumer.poll(timeoutMilliseconds: milliseconds) else { return }
        try take(first, changed)
        for _ in 1..<Self.turnRecords {
            guard let message = consumer.poll(timeoutMilliseconds: 0) else { return }
            try take(message, changed)
        }
    }

    private func begin() throws(KafkaError) {
        let counts = try consumer.partitionCounts(of: [topic], timeoutMilliseconds: 2_000)
        guard let count = counts[topic], count > 0 else {
            throw KafkaError(.metadata, .leaderNotAvailable, reason: "\(topic) has no partitions yet")
        }
        places = (0..<count).map { TopicPartition(topic, $0) }
        try consumer.assign(places.map { Assignment($0, from: .beginning) }, findingLeadersWithin: 2_000)
        unread = Set(0..<count)
    }

    private func take(_ message: borrowing Message, _ changed: (ConnectionID) -> Void) throws(KafkaError) {
        if let error = message.error {
            if error.kind == .permanent || error.kind == .ofPartition { throw error }
            return
        }
        if message.isEndOfPartition {
            unread?.remove(message.partition)
            return
        }
        if let connection = known.take(message), isComplete { changed(connection) }
    }
}

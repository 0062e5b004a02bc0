import Dispatching
import Kafka
import Observation
import System
import Vocabulary
import Worker

/// Reads `fork.connections` whole, and then follows it.
///
/// It reads without a group, because each process needs the settings of all connections. If the topic was replaced,
/// everything is read again into an empty table, which then replaces the old table.
final class SettingsFeed {
    /// The progress of reading a partition.
    private struct Partition {
        /// The last record that was read.
        var last: LogMark?
        /// The last record that was read before the last comparison.
        ///
        /// Records that were read later do not prove that the log is the same: if a longer log replaces it, a client
        /// reads on without an error.
        var compared: LogMark?
        /// Whether the end was reached.
        var isRead = false
    }

    /// The most records that one call takes.
    private static let turnRecords = 2_000
    private static let askMilliseconds: Int32 = 2_000

    private let topic: String
    private let clocks: Clocks
    private let reader: LogReader
    private(set) var known: KnownSettings
    /// The table that is filled until all settings are read; nil afterwards.
    private var fresh: KnownSettings?
    /// The connections with changed settings that `advance` has not returned yet; empty until a table is complete.
    private var changed: [ConnectionID] = []
    /// The partitions by number; nil before the topic was looked up.
    private var partitions: [Int32: Partition]?
    /// Whether all settings were read once.
    private var wasComplete = false
    /// Whether the topic was replaced; the lane logs this and resets the flag.
    var isReplaced = false
    /// Whether an error suggests that the topic was replaced.
    private(set) var isDoubted = false

    init(
        _ topic: String,
        _ clients: ClientProperties,
        _ clocks: Clocks,
        _ known: consuming KnownSettings,
        onEvent: @escaping (ClientEvent) -> Void
    ) throws(KafkaError) {
        self.topic = topic
        self.clocks = clocks
        reader = try LogReader(clients.reader, clocks, onEvent: onEvent)
        self.known = known
    }

    /// Whether the feed has read all settings that existed when it began to read.
    var isComplete: Bool { partitions?.values.allSatisfy(\.isRead) ?? false }

    /// The known logs of the partitions of the topic.
    var knownLogs: [TopicPartition: KnownLog] {
        var logs: [TopicPartition: KnownLog] = [:]
        for (number, partition) in partitions ?? [:] {
            let end = partition.last.map { $0.offset + 1 } ?? 0
            logs[TopicPartition(topic, number)] = KnownLog(.settings, mark: partition.compared, end: end)
        }
        return logs
    }

    /// Postpones the comparison of the topic to the next periodic comparison.
    func postponeComparison() { isDoubted = false }

    /// Notes that a comparison has found the topic unchanged.
    func noteSame() {
        isDoubted = false
        for (number, partition) in partitions ?? [:] { partitions?[number]?.compared = partition.last }
    }

    /// Starts to read the topic from its beginning.
    func startAgain() {
        reader.endAll()
        (partitions, isDoubted, isReplaced) = (nil, false, true)
    }

    /// The number of records that are not read yet, according to the last fetches.
    var lagRecords: Int {
        let places = (partitions ?? [:]).keys.map { TopicPartition(topic, $0) }
        let positions = try? reader.consumer.positions(of: places)
        return reader.consumer.recordsBehind(positions ?? [:]).values.reduce(0, +)
    }

    /// Reads the available records.
    ///
    /// - Parameter milliseconds: The longest wait for the first record.
    /// - Returns: The connections with newer settings, except for those of the first complete table.
    /// - Throws: If reading cannot continue.
    func advance(milliseconds: Int64) throws(KafkaError) -> [ConnectionID] {
        if partitions == nil { try begin() }
        var until = clocks.steadyMilliseconds() + milliseconds
        for _ in 0..<Self.turnRecords {
            guard let event = try reader.next(until: until) else { break }
            until = 0
            take(event)
        }
        guard isComplete else { return [] }
        if let table = fresh.take() { known = table }
        defer { (changed, wasComplete) = ([], true) }
        return changed
    }

    private func begin() throws(KafkaError) {
        // A client that knows the old topic may ignore the new one.
        if wasComplete { try reader.renew() }
        let counts = try reader.consumer.partitionCounts(of: [topic], timeoutMilliseconds: Self.askMilliseconds)
        guard let count = counts[topic], count > 0 else {
            throw KafkaError(.metadata, .leaderNotAvailable, reason: "\(topic) has no partitions yet")
        }
        let places = (0..<count).map { TopicPartition(topic, $0) }
        let bounds = try reader.consumer.watermarks(of: places, timeoutMilliseconds: Self.askMilliseconds)
        partitions = [:]
        fresh = known.emptied
        for place in places {
            partitions?[place.partition] = Partition()
            reader.begin(place, at: bounds[place]?.low ?? 0, to: .never)
        }
    }

    private func take(_ event: consuming LogReader.Event) {
        switch consume event {
        case .record(let message):
            partitions?[message.partition]?.last = LogMark(message)
            let connection = fresh == nil ? known.take(message) : fresh?.take(message)
            if wasComplete, let connection { changed.append(connection) }
        case .end(let place):
            guard let partition = partitions?[place.partition], !partition.isRead else { return }
            partitions?[place.partition]?.isRead = true
            partitions?[place.partition]?.compared = partition.last
        case .failed(_, let error):
            // If the next record no longer exists, other records may be missing too.
            if error.kind == .ofPartition { startAgain() } else { isDoubted = true }
        }
    }
}

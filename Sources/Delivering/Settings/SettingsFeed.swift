import Dispatching
package import Kafka
import Observation
package import System
package import Vocabulary
package import Worker

/// The settings of all connections, read from `fork.connections` and kept up to date.
///
/// The feed reads without a consumer group, because each process needs the settings of all connections. If the topic
/// was recreated, the feed reads all settings again into an empty table, which then replaces the old table.
package final class SettingsFeed {
    /// The maximum number of records that one call of `advance` reads.
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
    /// The progress in the topic; nil before the topic was looked up.
    private var progress: SettingsProgress?
    /// Whether all settings have been read at least once.
    private var wasComplete = false
    /// Whether the topic was replaced; the lane logs this and resets the flag.
    var isReplaced = false

    package init(
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
    package var isComplete: Bool { progress?.isComplete ?? false }

    /// Whether an error suggests that the topic was replaced.
    var isDoubted: Bool { progress?.isDoubted ?? false }

    /// The last known record and the known end of each partition of the topic.
    var knownLogs: [TopicPartition: KnownLog] { progress?.knownLogs(of: topic) ?? [:] }

    /// Postpones the comparison of the topic to the next periodic comparison.
    func postponeComparison() { progress?.isDoubted = false }

    /// Takes the findings of a comparison; starts to read the topic from its beginning if the topic was replaced.
    func take(_ findings: LogFindings) {
        progress?.take(findings)
        if findings.mustReadAgain { startAgain() }
    }

    private func startAgain() {
        reader.endAll()
        (progress, isReplaced) = (nil, true)
    }

    /// The number of records that are not read yet, according to the last fetches.
    package var lagRecords: Int {
        let places = progress?.partitions.map { TopicPartition(topic, $0) } ?? []
        guard let positions = try? reader.consumer.positions(of: places) else { return 0 }
        return reader.consumer.recordsBehind(positions).values.reduce(0, +)
    }

    /// Reads the available records.
    ///
    /// - Parameter milliseconds: The longest wait for the first record.
    /// - Returns: The connections with newer settings, without the connections of the first complete table.
    /// - Throws: If reading cannot continue.
    package func advance(milliseconds: Int64) throws(KafkaError) -> [ConnectionID] {
        if progress == nil { try begin() }
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
        // A client that has read the deleted topic may ignore the recreated topic.
        if wasComplete { try reader.renew() }
        let counts = try reader.consumer.partitionCounts(of: [topic], timeoutMilliseconds: Self.askMilliseconds)
        guard let count = counts[topic], count > 0 else {
            throw KafkaError(.metadata, .leaderNotAvailable, reason: "\(topic) has no partitions yet")
        }
        let places = (0..<count).map { TopicPartition(topic, $0) }
        let bounds = try reader.consumer.watermarks(of: places, timeoutMilliseconds: Self.askMilliseconds)
        progress = SettingsProgress(partitions: count)
        fresh = known.emptied
        for place in places { reader.begin(place, at: bounds[place]?.low ?? 0, to: .never) }
    }

    private func take(_ event: consuming LogReader.Event) {
        switch consume event {
        case .record(let message):
            progress?.read(LogMark(message), of: message.partition)
            let connection = fresh == nil ? known.take(message) : fresh?.take(message)
            if wasComplete, let connection { changed.append(connection) }
        case .end(let place): progress?.reachedEnd(of: place.partition)
        case .failed(_, let error):
            // If the next record no longer exists, other records may be missing too.
            if error.kind == .ofPartition { startAgain() } else { progress?.isDoubted = true }
        }
    }
}

import Kafka
import Vocabulary
import Worker

/// Waits until workers have read the settings that a command wrote, and checks whether they refused any.
extension SettingsUpdate {
    /// How the workers reacted to the settings.
    package enum Answer: Sendable, Equatable {
        case taken
        /// The brokers do not keep the offsets of workers, so the command cannot wait.
        case unknown
        /// In these partitions, the group has not committed offsets beyond the settings within the time limit.
        case late([Int32])
        /// Workers have refused the settings of these connections; `code` is the code of the first refusal.
        case refused([String], code: String)
    }

    /// The largest expected clock difference between a worker and this machine.
    private static let skewMilliseconds: Int64 = 600_000

    /// Waits until the group has committed offsets after the settings, then checks whether workers have refused any.
    package func answer(to written: WrittenSettings, within limit: Duration) throws(OperationError) -> Answer {
        if try !cluster.keepsOffsets() { return .unknown }
        let topic = cluster.topics.connections
        var offsets: [TopicPartition: Int64] = [:]
        for (partition, records) in written.offsets { offsets[TopicPartition(topic, partition)] = records.upperBound }
        let left = try cluster.waitForGroup(past: offsets, within: limit)
        if !left.isEmpty { return .late(left.keys.map(\.partition).sorted()) }
        let name = cluster.topics.deadLetters
        guard try TopicReader(cluster).partitionCounts(of: [name])[name] != nil else { return .taken }
        cluster.progress.title = "reading \(name)"
        let letters = try DeadLetterTopic(cluster)
        try cluster.settle(letters.partitions)
        let start = TopicReader.Start.time(written.sinceMilliseconds - Self.skewMilliseconds)
        let connections = Set(written.connections.map(\.string))
        let refused = try letters.index(.filter(DeadLetterFilter()), from: start).chosen.filter { letter in
            guard let place = letter.original, place.topic == topic else { return false }
            let isOurs = written.offsets[place.partition]?.contains(place.offset) == true
            return isOurs && letter.connection.map(connections.contains) == true
        }
        guard let first = refused.first else { return .taken }
        return .refused(refused.compactMap(\.connection), code: first.code)
    }
}

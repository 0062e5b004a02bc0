import Kafka

/// Reads the topics of replays.
package struct ReplayLookup {
    private let cluster: Cluster

    package init(_ cluster: Cluster) { self.cluster = cluster }

    /// Reads the replay record of one prefix; returns nil if there is no replay with this prefix.
    package func record(_ prefix: String) throws(OperationError) -> ReplayRecord? {
        let reader = try TopicReader(cluster)
        let topic = ReplayRecord.topic(prefix)
        guard let count = try reader.partitionCounts(of: [topic])[topic] else { return nil }
        return try records([topic: count], reader)[prefix]
    }

    /// Reads the replay records of a cluster, by prefix.
    package func records() throws(OperationError) -> [String: ReplayRecord] {
        var known = try topics()
        while true {
            do throws(OperationError) {
                return try records(known, TopicReader(cluster))
            } catch {
                if error.isCancelled { throw error }
                // A replay may have been dropped while it was read. The read is repeated with the remaining topics.
                let left = try topics()
                if left == known { throw error }
                known = left
            }
        }
    }

    /// Returns the topics whose names and partition counts fit a replay.
    private func topics() throws(OperationError) -> [String: Int32] {
        let counts = try TopicReader(cluster).partitionCounts(beginningWith: "")
        let topics = Set(ReplayRecord.prefixes(among: counts.keys).map { ReplayRecord.topic($0) })
        // A topic with more partitions does not belong to a replay, and may be long.
        return counts.filter { topics.contains($0.key) && $0.value == 1 }
    }

    private func records(
        _ counts: [String: Int32],
        _ reader: borrowing TopicReader
    ) throws(OperationError) -> [String: ReplayRecord] {
        let partitions = counts.flatMap { topic, count in (0..<count).map { TopicPartition(topic, $0) } }
        var records: [String: ReplayRecord] = [:]
        try reader.read(reader.offsets(of: partitions)) { message throws(OperationError) in
            let prefix = String(message.topic.dropLast(ReplayRecord.topic("").utf8.count))
            records[prefix, default: ReplayRecord()].take(
                key: [UInt8](message.key) ?? [],
                value: [UInt8](message.value)
            )
        }
        // A topic of another program may have such a name.
        return records.filter { $0.value.request != nil || $0.value.isLive }
    }
}

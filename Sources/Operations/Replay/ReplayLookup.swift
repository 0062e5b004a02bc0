import Kafka

/// Reads what is known of replays.
package struct ReplayLookup {
    private let cluster: Cluster

    package init(_ cluster: Cluster) { self.cluster = cluster }

    /// What is known of a prefix's replay, where there has ever been one, as far as its topic tells.
    package enum Outcome {
        case found(ReplayRecord)
        /// No topic says anything of a replay.
        case nothing
        case stopped
    }

    /// Reads the topic of one prefix.
    package func record(_ prefix: String, _ work: inout LongWork) throws(OperationError) -> Outcome {
        let reader = try TopicReader(cluster)
        let topic = ReplayRecord.topic(prefix)
        guard let count = try reader.partitionCounts(of: [topic])[topic] else { return .nothing }
        guard let records = try records([topic: count], reader, &work) else { return .stopped }
        return records[prefix].map { .found($0) } ?? .nothing
    }

    /// What the replays of a cluster say of themselves, by their prefixes; nil when the work was stopped.
    package func records(_ work: inout LongWork) throws(OperationError) -> [String: ReplayRecord]? {
        var known = try topics()
        while true {
            do throws(OperationError) {
                return try records(known, TopicReader(cluster), &work)
            } catch {
                // One that was dropped meanwhile is none any more; the others are still to be told.
                let left = try topics()
                if left == known { throw error }
                known = left
            }
        }
    }

    /// The topics of a cluster that may be of replays, with their one partition.
    private func topics() throws(OperationError) -> [String: Int32] {
        let counts = try TopicReader(cluster).partitionCounts(beginningWith: "")
        let topics = Set(ReplayRecord.prefixes(among: counts.keys).map { ReplayRecord.topic($0) })
        // One of more partitions is somebody else's, and may be long.
        return counts.filter { topics.contains($0.key) && $0.value == 1 }
    }

    private func records(
        _ counts: [String: Int32],
        _ reader: borrowing TopicReader,
        _ work: inout LongWork
    ) throws(OperationError) -> [String: ReplayRecord]? {
        let partitions = counts.flatMap { topic, count in (0..<count).map { TopicPartition(topic, $0) } }
        var records: [String: ReplayRecord] = [:]
        let isWhole = try reader.read(reader.offsets(of: partitions), &work) { message throws(OperationError) in
            let prefix = String(message.topic.dropLast(ReplayRecord.topic("").utf8.count))
            records[prefix, default: ReplayRecord()].take(
                key: [UInt8](message.key) ?? [],
                value: [UInt8](message.value)
            )
        }
        // A topic of somebody else may have such a name.
        return isWhole ? records.filter { $0.value.request != nil || $0.value.isLive } : nil
    }
}

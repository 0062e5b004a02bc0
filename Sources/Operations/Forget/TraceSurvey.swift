package import Kafka
package import Vocabulary
import Worker

/// Searches all topics that may contain a connection.
package struct TraceSurvey {
    let connection: ConnectionID
    let cluster: Cluster

    /// The number of topics in one request.
    private static let batch = 500

    package init(_ connection: ConnectionID, in cluster: Cluster) {
        self.connection = connection
        self.cluster = cluster
    }

    /// Searches all topics of the prefix and of its replays.
    ///
    /// - Returns: The partitions with records of the connection, and whether a replay would bring back its uploads.
    package func traces() throws(OperationError) -> (traces: [Trace], canComeBack: Bool) {
        let topics = try topics()
        var search = TraceSearch(connection, in: topics)
        try read(topics, in: nil, into: &search)
        return (search.traces, search.canComeBack)
    }

    /// Returns the topics that may contain the connection, with their settings.
    func topics() throws(OperationError) -> [TraceTopic] {
        cluster.progress.title = "looking for replays"
        let replays = try ReplayLookup(cluster).records()
        let counts = try TopicReader(cluster).partitionCounts(beginningWith: "")
        let topics = cluster.topics
        guard counts[topics.uploads] != nil || counts[topics.connections] != nil else {
            throw OperationError(
                "there is neither \(topics.uploads) nor \(topics.connections): check --topic-prefix and --input-prefix"
            )
        }
        let found = TraceTopic.all(
            of: connection,
            topics,
            further: Self.prefixes(of: replays.values.compactMap(\.request), reading: topics.inputPrefix),
            among: counts
        )
        let settings = try settings(of: found.map(\.name))
        return found.map { topic in
            var topic = topic
            topic.settings = settings[topic.name] ?? [:]
            return topic
        }
    }

    /// Returns the prefixes of replays that read these uploads, and the live prefixes when the replays started.
    package static func prefixes(of replays: some Sequence<ReplayRequest>, reading inputPrefix: String) -> Set<String> {
        Set(replays.filter { $0.inputPrefix == inputPrefix }.flatMap { [$0.into, $0.livePrefix] })
    }

    private func settings(of topics: [String]) throws(OperationError) -> [String: [String: String]] {
        let admin = try cluster.openAdmin()
        var settings: [String: [String: String]] = [:]
        for start in stride(from: 0, to: topics.count, by: Self.batch) {
            let batch = Array(topics[start..<min(start + Self.batch, topics.count)])
            let answer = try BrokerDeadline().ask(cluster) { timeout throws(KafkaError) in
                try admin.settings(of: batch, timeoutMilliseconds: timeout)
            }
            settings.merge(answer) { $1 }
        }
        return settings
    }

    /// Returns the partitions of topics, or only `partition` of topics that are partitioned like the uploads.
    package func partitions(of topics: [TraceTopic], in partition: Int32?) -> [TopicPartition] {
        let shared = topics.first { $0.name == cluster.topics.connections }?.partitionCount
        return topics.flatMap { topic in
            let isAlike = topic.kind != .own && topic.kind != .keyed || topic.name == cluster.topics.uploads
            if let partition, isAlike, topic.partitionCount == shared { return [TopicPartition(topic.name, partition)] }
            return (0..<topic.partitionCount).map { TopicPartition(topic.name, $0) }
        }
    }

    /// Reads topics to their ends.
    ///
    /// If `partition` is given, only that partition is read in topics that are partitioned like the uploads.
    func read(
        _ topics: [TraceTopic],
        in partition: Int32?,
        into search: inout TraceSearch
    ) throws(OperationError) {
        let partitions = self.partitions(of: topics, in: partition)
        cluster.progress.title = "reading \(topics.count == 1 ? topics[0].name : "\(topics.count) topics")"
        let reader = try TopicReader(cluster)
        try reader.read(partitions) { message throws(OperationError) in search.take(message) }
    }
}

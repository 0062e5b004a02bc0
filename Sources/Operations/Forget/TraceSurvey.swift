package import Health
import Kafka
import Worker

/// Looks where a connection can stand, and reads it.
package struct TraceSurvey {
    let connection: ConnectionID
    let cluster: Cluster

    /// As many topics are asked for by one request.
    private static let batch = 500

    package init(_ connection: ConnectionID, in cluster: Cluster) {
        self.connection = connection
        self.cluster = cluster
    }

    /// Looks in all topics of the prefix and of its replays; nil when the work was stopped.
    ///
    /// - Returns: every place where the connection stands; and whether a replay would bring back what is forgotten.
    package func traces(_ work: inout LongWork) throws(OperationError) -> (traces: [Trace], canComeBack: Bool)? {
        guard let topics = try topics(&work) else { return nil }
        var search = TraceSearch(connection, in: topics)
        guard try read(topics, in: nil, into: &search, &work) else { return nil }
        return (search.traces, search.canComeBack)
    }

    /// The topics that can name it, with their settings; nil when the work was stopped.
    func topics(_ work: inout LongWork) throws(OperationError) -> [TraceTopic]? {
        work.title = "looking for replays"
        guard let replays = try ReplayLookup(cluster).records(&work) else { return nil }
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

    /// What the names of all topics begin with that were made of the same uploads, as far as replays tell.
    package static func prefixes(of replays: some Sequence<ReplayRequest>, reading inputPrefix: String) -> Set<String> {
        Set(replays.filter { $0.inputPrefix == inputPrefix }.flatMap { [$0.into, $0.livePrefix] })
    }

    private func settings(of topics: [String]) throws(OperationError) -> [String: [String: String]] {
        let admin = try OperationError.of { () throws(KafkaError) in try Admin(cluster.admin, onEvent: cluster.events) }
        var settings: [String: [String: String]] = [:]
        for start in stride(from: 0, to: topics.count, by: Self.batch) {
            let batch = Array(topics[start..<min(start + Self.batch, topics.count)])
            let answer = try Patience().ask(cluster) { timeout throws(KafkaError) in
                try admin.settings(of: batch, timeoutMilliseconds: timeout)
            }
            settings.merge(answer) { $1 }
        }
        return settings
    }

    /// The partitions of topics; where one is given, only that of topics that share their records out as uploads do.
    func partitions(of topics: [TraceTopic], in partition: Int32?) -> [TopicPartition] {
        let shared = topics.first { $0.name == cluster.topics.connections }?.partitionCount
        return topics.flatMap { topic in
            let isAlike = topic.kind != .own && topic.kind != .keyed || topic.name == cluster.topics.uploads
            if let partition, isAlike, topic.partitionCount == shared { return [TopicPartition(topic.name, partition)] }
            return (0..<topic.partitionCount).map { TopicPartition(topic.name, $0) }
        }
    }

    /// Reads topics to their ends; false when the work was stopped.
    ///
    /// Where a partition is given, only that one of topics that share their records out as uploads do.
    func read(
        _ topics: [TraceTopic],
        in partition: Int32?,
        into search: inout TraceSearch,
        _ work: inout LongWork
    ) throws(OperationError) -> Bool {
        let partitions = self.partitions(of: topics, in: partition)
        work.title = "reading \(topics.count == 1 ? topics[0].name : "\(topics.count) topics")"
        let reader = try TopicReader(cluster)
        return try reader.read(partitions, &work) { message throws(OperationError) in search.take(message) }
    }
}

import System

/// Makes topics and answers questions about them, as the room's `Admin` does.
package struct Admin: ~Copyable {
    let client: BrokerClient

    /// What `watermarks` counts as the end.
    package enum Isolation: String, Sendable {
        case committed = "read_committed"
        case uncommitted = "read_uncommitted"
    }

    package init(
        _ configuration: Configuration,
        isolation: Isolation = .committed,
        onEvent: @escaping (ClientEvent) -> Void = { _ in }
    ) throws(KafkaError) {
        var configuration = configuration
        configuration["isolation.level"] = isolation.rawValue
        client = BrokerClient(configuration)
    }

    package func poll(timeoutMilliseconds: Int32) { client.process.call("admin poll") }

    /// Brokers of the simulation have no addresses.
    package func view(timeoutMilliseconds: Int32) throws(KafkaError) -> ClusterView { ClusterView() }

    package func clusterID(timeoutMilliseconds: Int32) throws(KafkaError) -> String {
        try client.ask(.metadata, within: Int64(timeoutMilliseconds)) { () throws(Refusal) in client.cluster.id }
    }

    package func partitionCounts(timeoutMilliseconds: Int32) throws(KafkaError) -> [String: Int32] {
        try client.partitionCounts(timeout: timeoutMilliseconds)
    }

    package func partitionCounts(of topics: [String], timeoutMilliseconds: Int32) throws(KafkaError) -> [String: Int32]
    {
        try client.partitionCounts(of: topics, timeout: timeoutMilliseconds)
    }

    package func watermarks(of partition: TopicPartition, timeoutMilliseconds: Int32) throws(KafkaError) -> Watermarks {
        try client.watermarks(of: partition, timeout: timeoutMilliseconds)
    }

    package func watermarks(
        of partitions: [TopicPartition],
        timeoutMilliseconds: Int32
    ) throws(KafkaError) -> [TopicPartition: Watermarks] {
        try client.watermarks(of: partitions, timeout: timeoutMilliseconds)
    }

    package func ends(
        of partitions: [TopicPartition],
        timeoutMilliseconds: Int32
    ) throws(KafkaError) -> [TopicPartition: Int64] {
        try client.watermarks(of: partitions, timeout: timeoutMilliseconds).mapValues(\.high)
    }

    package func settings(
        of topics: [String],
        timeoutMilliseconds: Int32
    ) throws(KafkaError) -> [String: [String: String]] {
        try client.ask(.describeConfigs, within: Int64(timeoutMilliseconds)) { () throws(Refusal) in
            var settings: [String: [String: String]] = [:]
            for name in topics {
                guard let topic = client.cluster.topics[name] else { throw Refusal(code: .unknownTopicOrPartition) }
                settings[name] = ["max.message.bytes": "1048588", "cleanup.policy": "delete"]
                    .merging(topic.settings) { $1 }
            }
            return settings
        }
    }

    @discardableResult
    package func createTopics(_ topics: [NewTopic], timeoutMilliseconds: Int32) throws(KafkaError) -> Set<String> {
        guard !topics.isEmpty else { return [] }
        return try client.ask(.createTopics, within: Int64(timeoutMilliseconds)) { () throws(Refusal) in
            var made: Set<String> = []
            for topic in topics where client.cluster.create(topic) { made.insert(topic.name) }
            return made
        }
    }
}

extension Cluster {
    /// Sets one of a topic's settings.
    package func alter(topic: String, _ name: String, _ value: String?) { topics[topic]?.settings[name] = value }
}

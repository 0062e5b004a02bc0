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
        let (settings, refused) = try knownSettings(of: topics, timeoutMilliseconds: timeoutMilliseconds)
        if let first = refused.min(by: { $0.key < $1.key }) { throw first.value }
        return settings
    }

    package func knownSettings(
        of topics: [String],
        timeoutMilliseconds: Int32
    ) throws(KafkaError) -> (settings: [String: [String: String]], refused: [String: KafkaError]) {
        try client.ask(.describeConfigs, within: Int64(timeoutMilliseconds)) { () throws(Refusal) in
            var settings: [String: [String: String]] = [:]
            var refused: [String: KafkaError] = [:]
            for name in topics {
                guard let topic = client.cluster.topics[name] else {
                    refused[name] = KafkaError(.describeConfigs, .unknownTopicOrPartition, subject: name)
                    continue
                }
                settings[name] = ["max.message.bytes": "1048588", "cleanup.policy": "delete"]
                    .merging(topic.settings) { $1 }
            }
            return (settings, refused)
        }
    }

    package func createTopicsEach(
        _ topics: [NewTopic],
        timeoutMilliseconds: Int32
    ) throws(KafkaError) -> (created: Set<String>, refused: [String: KafkaError]) {
        guard !topics.isEmpty else { return ([], [:]) }
        return try client.ask(.createTopics, within: Int64(timeoutMilliseconds)) { () throws(Refusal) in
            var created: Set<String> = []
            var refused: [String: KafkaError] = [:]
            for topic in topics {
                if client.cluster.unmakable.contains(topic.name) {
                    refused[topic.name] = KafkaError(.createTopics, .clusterAuthorizationFailed, subject: topic.name)
                } else if client.cluster.create(topic) {
                    created.insert(topic.name)
                }
            }
            return (created, refused)
        }
    }

    @discardableResult
    package func createTopics(_ topics: [NewTopic], timeoutMilliseconds: Int32) throws(KafkaError) -> Set<String> {
        let (created, refused) = try createTopicsEach(topics, timeoutMilliseconds: timeoutMilliseconds)
        if let first = refused.min(by: { $0.key < $1.key }) { throw first.value }
        return created
    }
}

extension Cluster {
    /// Sets one of a topic's settings.
    package func alter(topic: String, _ name: String, _ value: String?) { topics[topic]?.settings[name] = value }
}

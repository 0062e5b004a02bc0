import CRDKafka

/// A blocking admin client with one owner thread: creates topics, and describes topics and groups.
package struct Admin: ~Copyable {
    let client: ClientHandle

    /// The meaning of a partition's end in `watermarks`.
    package enum Isolation: String, Sendable {
        /// The last stable offset, at which the first open transaction begins.
        case committed = "read_committed"
        /// The high watermark, up to which all in-sync replicas have the records.
        case uncommitted = "read_uncommitted"
    }

    /// Creates the client.
    ///
    /// Properties of producers and consumers in the configuration are allowed.
    ///
    /// - Parameters:
    ///   - configuration: Needs `bootstrap.servers`.
    ///   - isolation: The meaning of a partition's end in `watermarks`.
    ///   - onEvent: Receives log lines and notices on the owner's thread during `poll`.
    /// - Throws: `permanent` with every invalid property.
    package init(
        _ configuration: Configuration,
        isolation: Isolation = .committed,
        onEvent: @escaping (ClientEvent) -> Void = { _ in }
    ) throws(KafkaError) {
        var configuration = configuration
        // The client is a consumer without a group, because the isolation level is a property of consumers.
        configuration["group.id"] = nil
        configuration["group.instance.id"] = nil
        configuration["transactional.id"] = nil
        configuration["isolation.level"] = isolation.rawValue
        client = try ClientHandle(RD_KAFKA_CONSUMER, configuration, onEvent: onEvent)
    }

    package func poll(timeoutMilliseconds: Int32) {
        _ = unsafe rd_kafka_poll(client.pointer, timeoutMilliseconds)
    }

    /// Returns the id of the cluster.
    ///
    /// - Throws: `passing` if no broker answers in time.
    package func clusterID(timeoutMilliseconds: Int32) throws(KafkaError) -> String {
        guard let id = unsafe rd_kafka_clusterid(client.pointer, timeoutMilliseconds) else {
            throw KafkaError(.metadata, .timedOut, reason: "no broker has answered with the id of the cluster")
        }
        defer { unsafe rd_kafka_mem_free(client.pointer, id) }
        return unsafe String(cString: id)
    }

    /// Returns the number of partitions of all topics that this client may see, by one request.
    package func partitionCounts(timeoutMilliseconds: Int32) throws(KafkaError) -> [String: Int32] {
        try client.allPartitionCounts(timeoutMilliseconds: timeoutMilliseconds)
    }

    /// Returns the number of partitions of topics.
    ///
    /// Topics that do not exist are left out.
    package func partitionCounts(
        of topics: [String],
        timeoutMilliseconds: Int32
    ) throws(KafkaError) -> [String: Int32] {
        try client.partitionCounts(of: topics, timeoutMilliseconds: timeoutMilliseconds)
    }

    /// Returns the first offset with at least the given timestamp in Unix milliseconds, by partition.
    ///
    /// Partitions without such a record are left out.
    package func offsets(
        forTimes timesMilliseconds: [TopicPartition: Int64],
        timeoutMilliseconds: Int32
    ) throws(KafkaError) -> [TopicPartition: Int64] {
        try client.offsets(forTimes: timesMilliseconds, timeoutMilliseconds: timeoutMilliseconds)
    }

    /// Returns the first and the end offset of a partition, by the client's isolation.
    package func watermarks(
        of partition: TopicPartition,
        timeoutMilliseconds: Int32
    ) throws(KafkaError) -> Watermarks {
        try client.watermarks(of: partition, timeoutMilliseconds: timeoutMilliseconds)
    }

    /// Returns the first and the end offsets of several partitions at once.
    package func watermarks(
        of partitions: [TopicPartition],
        timeoutMilliseconds: Int32
    ) throws(KafkaError) -> [TopicPartition: Watermarks] {
        try client.watermarks(of: partitions, timeoutMilliseconds: timeoutMilliseconds)
    }

    /// Returns the end offsets of several partitions, with half the requests of `watermarks`.
    package func ends(
        of partitions: [TopicPartition],
        timeoutMilliseconds: Int32
    ) throws(KafkaError) -> [TopicPartition: Int64] {
        try client.ends(of: partitions, timeoutMilliseconds: timeoutMilliseconds)
    }
}

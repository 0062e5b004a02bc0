import CRDKafka

/// Makes topics and answers questions about them; blocks, with one owner thread.
package struct Admin: ~Copyable {
    let client: ClientHandle

    /// What `watermarks` counts as the end.
    package enum Isolation: String, Sendable {
        /// The last stable offset: where open transactions begin.
        case committed = "read_committed"
        /// The high watermark: what all replicas have.
        case uncommitted = "read_uncommitted"
    }

    /// Connects; properties of producers and consumers may be among the configuration's.
    ///
    /// - Parameters:
    ///   - configuration: needs `bootstrap.servers`.
    ///   - isolation: what `watermarks` counts as the end.
    ///   - onEvent: gets log lines and notices, on the owner's thread, during `poll`.
    /// - Throws: `permanent` with every wrong property.
    package init(
        _ configuration: Configuration,
        isolation: Isolation = .committed,
        onEvent: @escaping (ClientEvent) -> Void = { _ in }
    ) throws(KafkaError) {
        var configuration = configuration
        // A consumer without a group, since the isolation level is a consumer's property.
        configuration["group.id"] = nil
        configuration["group.instance.id"] = nil
        configuration["transactional.id"] = nil
        configuration["isolation.level"] = isolation.rawValue
        client = try ClientHandle(RD_KAFKA_CONSUMER, configuration, onEvent: onEvent)
    }

    /// Serves log lines and notices.
    package func poll(timeoutMilliseconds: Int32) {
        _ = unsafe rd_kafka_poll(client.pointer, timeoutMilliseconds)
    }

    /// The id that the cluster was given when it was made.
    ///
    /// - Throws: `passing` when no broker answers in time.
    package func clusterID(timeoutMilliseconds: Int32) throws(KafkaError) -> String {
        guard let id = unsafe rd_kafka_clusterid(client.pointer, timeoutMilliseconds) else {
            throw KafkaError(.metadata, .timedOut, reason: "no broker has told the cluster's id")
        }
        defer { unsafe rd_kafka_mem_free(client.pointer, id) }
        return unsafe String(cString: id)
    }

    /// Partition counts of all topics that this client may see, by one request.
    package func partitionCounts(timeoutMilliseconds: Int32) throws(KafkaError) -> [String: Int32] {
        try client.allPartitionCounts(timeoutMilliseconds: timeoutMilliseconds)
    }

    /// Partition counts of these topics; one that does not exist is left out.
    package func partitionCounts(
        of topics: [String],
        timeoutMilliseconds: Int32
    ) throws(KafkaError) -> [String: Int32] {
        try client.partitionCounts(of: topics, timeoutMilliseconds: timeoutMilliseconds)
    }

    /// The first offset per partition with a timestamp at or after the given one, in Unix milliseconds; partitions
    /// without such a record are left out.
    package func offsets(
        forTimes timesMilliseconds: [TopicPartition: Int64],
        timeoutMilliseconds: Int32
    ) throws(KafkaError) -> [TopicPartition: Int64] {
        try client.offsets(forTimes: timesMilliseconds, timeoutMilliseconds: timeoutMilliseconds)
    }

    /// The ends of a partition, by the isolation that this administrator was made with.
    package func watermarks(
        of partition: TopicPartition,
        timeoutMilliseconds: Int32
    ) throws(KafkaError) -> Watermarks {
        try client.watermarks(of: partition, timeoutMilliseconds: timeoutMilliseconds)
    }

    /// The ends of many partitions at once, as `watermarks(of:)` gives those of one.
    package func watermarks(
        of partitions: [TopicPartition],
        timeoutMilliseconds: Int32
    ) throws(KafkaError) -> [TopicPartition: Watermarks] {
        try client.watermarks(of: partitions, timeoutMilliseconds: timeoutMilliseconds)
    }

    /// The high watermarks of many partitions: half the work of `watermarks`.
    package func ends(
        of partitions: [TopicPartition],
        timeoutMilliseconds: Int32
    ) throws(KafkaError) -> [TopicPartition: Int64] {
        try client.ends(of: partitions, timeoutMilliseconds: timeoutMilliseconds)
    }
}

/// A client that asks brokers about topics and their logs.
package protocol LogClient: ~Copyable {
    var client: ClientHandle { get }
}

extension LogClient where Self: ~Copyable {
    /// Returns the number of partitions of all topics that this client may see, by one request.
    package func partitionCounts(timeoutMilliseconds: Int32) throws(KafkaError) -> [String: Int32] {
        try client.allPartitionCounts(timeoutMilliseconds: timeoutMilliseconds)
    }

    /// Returns the number of partitions of topics.
    ///
    /// Topics that do not exist are left out, and are not created.
    package func partitionCounts(
        of topics: [String],
        timeoutMilliseconds: Int32
    ) throws(KafkaError) -> [String: Int32] {
        try client.partitionCounts(of: topics, timeoutMilliseconds: timeoutMilliseconds)
    }

    /// Returns the offset of the first record at or after a time, in Unix milliseconds, by partition.
    ///
    /// Partitions without such a record are left out.
    package func offsets(
        forTimes timesMilliseconds: [TopicPartition: Int64],
        timeoutMilliseconds: Int32
    ) throws(KafkaError) -> [TopicPartition: Int64] {
        try client.offsets(forTimes: timesMilliseconds, timeoutMilliseconds: timeoutMilliseconds)
    }

    /// Returns the first offset and the end offset of a partition; the client's isolation level decides which end.
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
}

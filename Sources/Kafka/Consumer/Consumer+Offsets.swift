import CRDKafka

/// How far reading has come.
extension Consumer {
    /// The next offset to be delivered per partition, past markers and aborted records; partitions of which nothing
    /// has been delivered or skipped yet are left out.
    package func positions(of partitions: [TopicPartition]) throws(KafkaError) -> [TopicPartition: Int64] {
        let list = PartitionList(partitions)
        try KafkaError.check(unsafe rd_kafka_position(client.pointer, list.pointer), .position)
        return try list.offsets(.position)
    }

    /// The offsets that the group has committed; partitions without one are left out.
    ///
    /// - Throws: `passing` when the coordinator is out of reach, or while a transaction, perhaps of a dead process, holds
    ///   the group's offsets.
    package func committed(
        _ partitions: [TopicPartition],
        timeoutMilliseconds: Int32
    ) throws(KafkaError) -> [TopicPartition: Int64] {
        let list = PartitionList(partitions)
        do throws(KafkaError) {
            try KafkaError.check(
                unsafe rd_kafka_committed(client.pointer, list.pointer, timeoutMilliseconds),
                .committed
            )
        } catch {
            throw client.named(error)
        }
        return try list.offsets(.committed)
    }

    /// Commits offsets for the group outside of any transaction, without being a member; waits for the answer.
    package func commit(_ offsets: [TopicPartition: Int64]) throws(KafkaError) {
        let list = PartitionList(offsets)
        try KafkaError.check(unsafe rd_kafka_commit(client.pointer, list.pointer, 0), .commitOffsets)
    }

    /// The ends of a partition, asked of its leader: a read_committed consumer is told the last stable offset.
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

    /// Partition counts of all topics that this client may see, by one request.
    package func partitionCounts(timeoutMilliseconds: Int32) throws(KafkaError) -> [String: Int32] {
        try client.allPartitionCounts(timeoutMilliseconds: timeoutMilliseconds)
    }

    /// Partition counts of these topics; one that does not exist is left out, and is not made.
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

    /// How many offsets come after these, as far as the last fetches have told; no broker is asked.
    package func recordsBehind(_ next: [TopicPartition: Int64]) -> [TopicPartition: Int] {
        var behind: [TopicPartition: Int] = [:]
        for (partition, offset) in next {
            var low: Int64 = 0
            var high: Int64 = 0
            let code = unsafe rd_kafka_get_watermark_offsets(
                client.pointer,
                partition.topic,
                partition.partition,
                &low,
                &high
            )
            behind[partition] = code == RD_KAFKA_RESP_ERR_NO_ERROR ? Int(max(0, high - offset)) : 0
        }
        return behind
    }

    /// Who this member is at the moment; changes with every rebalance, so it is taken again for every commit.
    package func groupMetadata() throws(KafkaError) -> GroupMetadata {
        guard let metadata = unsafe rd_kafka_consumer_group_metadata(client.pointer) else {
            throw KafkaError(.groupMetadata, .unknownGroup)
        }
        return unsafe GroupMetadata(taking: metadata)
    }
}

import CRDKafka

/// Positions and committed offsets.
extension Consumer {
    /// Returns the next offset to read of each partition, after skipped transaction markers and aborted records.
    ///
    /// A partition is left out until one of its records was delivered or skipped.
    package func positions(of partitions: [TopicPartition]) throws(KafkaError) -> [TopicPartition: Int64] {
        let list = PartitionList(partitions)
        try KafkaError.check(unsafe rd_kafka_position(client.pointer, list.pointer), .position)
        return try list.offsets(.position)
    }

    /// Returns the group's committed offsets.
    ///
    /// Partitions without a committed offset are left out.
    ///
    /// - Throws: `passing` if the coordinator is unreachable, or while an open transaction contains offsets of the
    ///   group.
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

    /// Commits offsets of the group without a transaction and without being a member, and waits for the answer.
    package func commit(_ offsets: [TopicPartition: Int64]) throws(KafkaError) {
        let list = PartitionList(offsets)
        try KafkaError.check(unsafe rd_kafka_commit(client.pointer, list.pointer, 0), .commitOffsets)
    }

    /// Returns how many records lie between each offset and the end of its partition, as of the last fetch.
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

    /// Returns the member's current identity in the group; call this for each commit, because rebalances change it.
    package func groupMetadata() throws(KafkaError) -> GroupMetadata {
        guard let metadata = unsafe rd_kafka_consumer_group_metadata(client.pointer) else {
            throw KafkaError(.groupMetadata, .unknownGroup)
        }
        return unsafe GroupMetadata(taking: metadata)
    }
}

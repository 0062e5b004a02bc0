import System

/// What a consumer is asked that reads by hand, as the room's `Consumer` does.
extension Consumer {
    package func partitionCounts(timeoutMilliseconds: Int32) throws(KafkaError) -> [String: Int32] {
        try client.partitionCounts(timeout: timeoutMilliseconds)
    }

    package func partitionCounts(of topics: [String], timeoutMilliseconds: Int32) throws(KafkaError) -> [String: Int32]
    {
        try client.partitionCounts(of: topics, timeout: timeoutMilliseconds)
    }

    package func watermarks(
        of partitions: [TopicPartition],
        timeoutMilliseconds: Int32
    ) throws(KafkaError) -> [TopicPartition: Watermarks] {
        try client.watermarks(of: partitions, timeout: timeoutMilliseconds)
    }

    package func offsets(
        forTimes times: [TopicPartition: Int64],
        timeoutMilliseconds: Int32
    ) throws(KafkaError) -> [TopicPartition: Int64] {
        try client.ask(.offsetsForTimes, within: Int64(timeoutMilliseconds)) { () throws(Refusal) in
            var offsets: [TopicPartition: Int64] = [:]
            for (place, time) in times {
                guard let log = client.cluster.log(place) else { throw Refusal(code: .unknownTopicOrPartition) }
                offsets[place] = log.records.first { $0.timestamp >= time && !$0.isMarker }?.offset
            }
            return offsets
        }
    }
}

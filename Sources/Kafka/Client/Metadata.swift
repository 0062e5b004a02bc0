import CRDKafka
import Glibc

/// Metadata requests that every client can make.
extension ClientHandle {
    /// Returns the number of partitions of all topics, by one request.
    func allPartitionCounts(timeoutMilliseconds: Int32) throws(KafkaError) -> [String: Int32] {
        unsafe try partitionCounts(all: true, only: nil, timeoutMilliseconds)
    }

    /// Returns the number of partitions of topics.
    ///
    /// Topics that do not exist are left out. Up to eight topics are requested one by one. For more topics, one request
    /// asks for all topics of the cluster. The client then knows the topics for its whole life.
    func partitionCounts(of topics: [String], timeoutMilliseconds: Int32) throws(KafkaError) -> [String: Int32] {
        if topics.count > 8 {
            let wanted = Set(topics)
            return try allPartitionCounts(timeoutMilliseconds: timeoutMilliseconds).filter { wanted.contains($0.key) }
        }
        var counts: [String: Int32] = [:]
        for topic in topics {
            let handle = try TopicHandle(topic, of: self)
            counts.merge(unsafe try partitionCounts(all: false, only: handle.pointer, timeoutMilliseconds)) { $1 }
        }
        return counts
    }

    /// Requests the metadata of all topics that this client has used.
    func refreshKnownTopics(timeoutMilliseconds: Int32) throws(KafkaError) {
        var answer: UnsafePointer<rd_kafka_metadata>?
        let code = unsafe rd_kafka_metadata(pointer, 0, nil, &answer, timeoutMilliseconds)
        if let answer = unsafe answer { unsafe rd_kafka_metadata_destroy(answer) }
        try KafkaError.check(code, .metadata)
    }

    /// Waits until topics exist, because a broker learns of a new topic a moment after the controller.
    ///
    /// - Throws: An error with the names of topics that are still missing after the timeout: `passing` for topics that
    ///   were created or will be written to, `permanent` for topics that will be read.
    func waitForTopics(
        _ topics: [String],
        _ operation: Operation,
        timeoutMilliseconds: Int32,
        counts: () throws(KafkaError) -> [String: Int32]
    ) throws(KafkaError) {
        let deadline = ContinuousClock.now + .milliseconds(Int64(timeoutMilliseconds))
        while true {
            let known = try counts()
            let missing = topics.filter { known[$0] == nil }
            if missing.isEmpty { return }
            guard ContinuousClock.now < deadline else {
                let few = missing.prefix(5).joined(separator: ", ") + (missing.count > 5 ? ", …" : "")
                throw KafkaError(operation, .unknownTopicOrPartition, subject: few, reason: "no such topic")
            }
            usleep(20_000)
        }
    }

    /// Returns the leader of each partition of a topic; negative if there is none at the moment.
    func leaders(of topic: String, timeoutMilliseconds: Int32) throws(KafkaError) -> [Int32: Int32] {
        let handle = try TopicHandle(topic, of: self)
        var answer: UnsafePointer<rd_kafka_metadata>?
        let code = unsafe rd_kafka_metadata(pointer, 0, handle.pointer, &answer, timeoutMilliseconds)
        try KafkaError.check(code, .metadata, subject: topic)
        guard let answer = unsafe answer else { return [:] }
        defer { unsafe rd_kafka_metadata_destroy(answer) }
        let topics = unsafe UnsafeBufferPointer(start: answer.pointee.topics, count: Int(answer.pointee.topic_cnt))
        var leaders: [Int32: Int32] = [:]
        for index in topics.indices {
            let known = unsafe topics[index]
            let partitions = unsafe UnsafeBufferPointer(start: known.partitions, count: Int(known.partition_cnt))
            for place in partitions.indices { unsafe leaders[partitions[place].id] = partitions[place].leader }
        }
        return leaders
    }

    private func partitionCounts(
        all: Bool,
        only topic: OpaquePointer?,
        _ timeoutMilliseconds: Int32
    ) throws(KafkaError) -> [String: Int32] {
        var answer: UnsafePointer<rd_kafka_metadata>?
        let code = unsafe rd_kafka_metadata(pointer, all ? 1 : 0, topic, &answer, timeoutMilliseconds)
        try KafkaError.check(code, .metadata)
        guard let answer = unsafe answer else { return [:] }
        defer { unsafe rd_kafka_metadata_destroy(answer) }
        let topics = unsafe UnsafeBufferPointer(start: answer.pointee.topics, count: Int(answer.pointee.topic_cnt))
        var counts: [String: Int32] = [:]
        for index in topics.indices {
            let topic = unsafe topics[index]
            let name = unsafe String(cString: topic.topic)
            let code = unsafe ErrorCode(topic.err)
            switch code {
            case .none, .leaderNotAvailable: counts[name] = unsafe topic.partition_cnt
            case .unknownTopicOrPartition, .unknownTopic: break
            case _ where all: break // A missing permission is reported when the topic is used.
            default: throw KafkaError(.metadata, code, subject: name)
            }
        }
        return counts
    }

    /// Returns the first and the end offset of a partition from its leader; see `Watermarks` for the isolation level.
    func watermarks(of partition: TopicPartition, timeoutMilliseconds: Int32) throws(KafkaError) -> Watermarks {
        do throws(KafkaError) {
            return try knownWatermarks(of: partition, timeoutMilliseconds: timeoutMilliseconds)
        } catch {
            // The client caches metadata for a quarter of an hour (`metadata.max.age.ms`), and makes no request for a
            // partition that the cached metadata lacks. So the metadata is requested again.
            guard error.code == .unknownPartition else { throw error }
            _ = try leaders(of: partition.topic, timeoutMilliseconds: timeoutMilliseconds)
            return try knownWatermarks(of: partition, timeoutMilliseconds: timeoutMilliseconds)
        }
    }

    private func knownWatermarks(
        of partition: TopicPartition,
        timeoutMilliseconds: Int32
    ) throws(KafkaError) -> Watermarks {
        var low: Int64 = 0
        var high: Int64 = 0
        let code = unsafe rd_kafka_query_watermark_offsets(
            pointer,
            partition.topic,
            partition.partition,
            &low,
            &high,
            timeoutMilliseconds
        )
        try KafkaError.check(code, .watermarks, subject: partition.description)
        return Watermarks(low: low, high: high)
    }

    /// Returns the first and the end offsets of partitions, by two requests to each leader.
    func watermarks(
        of partitions: [TopicPartition],
        timeoutMilliseconds: Int32
    ) throws(KafkaError) -> [TopicPartition: Watermarks] {
        let lows = try bounds(of: partitions, Int64(RD_KAFKA_OFFSET_BEGINNING), timeoutMilliseconds)
        let highs = try ends(of: partitions, timeoutMilliseconds: timeoutMilliseconds)
        var watermarks: [TopicPartition: Watermarks] = [:]
        for (partition, high) in highs {
            watermarks[partition] = Watermarks(low: min(lows[partition] ?? high, high), high: high)
        }
        return watermarks
    }

    /// Returns the end offsets of partitions, by one request to each leader.
    func ends(of partitions: [TopicPartition], timeoutMilliseconds: Int32) throws(KafkaError) -> [TopicPartition: Int64]
    {
        try bounds(of: partitions, Int64(RD_KAFKA_OFFSET_END), timeoutMilliseconds)
    }

    private func bounds(
        of partitions: [TopicPartition],
        _ bound: Int64,
        _ timeoutMilliseconds: Int32
    ) throws(KafkaError) -> [TopicPartition: Int64] {
        if partitions.isEmpty { return [:] }
        let list = PartitionList(Dictionary(uniqueKeysWithValues: partitions.map { ($0, bound) }))
        // The library passes on −1 (end) and −2 (beginning), which the protocol treats as special timestamps.
        let code = unsafe rd_kafka_offsets_for_times(pointer, list.pointer, timeoutMilliseconds)
        try KafkaError.check(code, .watermarks)
        return try list.offsets(.watermarks)
    }

    /// Requests the end of a partition, by one request instead of the two of `watermarks`.
    func askEnd(of partition: TopicPartition, timeoutMilliseconds: Int32) throws(KafkaError) {
        let list = PartitionList([partition: Int64(RD_KAFKA_OFFSET_END)])
        let code = unsafe rd_kafka_offsets_for_times(pointer, list.pointer, timeoutMilliseconds)
        try KafkaError.check(code, .watermarks, subject: partition.description)
    }

    /// Returns the offset of the first record at or after a time, in Unix milliseconds, by partition.
    ///
    /// Partitions without such a record are left out.
    func offsets(
        forTimes timesMilliseconds: [TopicPartition: Int64],
        timeoutMilliseconds: Int32
    ) throws(KafkaError) -> [TopicPartition: Int64] {
        let list = PartitionList(timesMilliseconds)
        let code = unsafe rd_kafka_offsets_for_times(pointer, list.pointer, timeoutMilliseconds)
        try KafkaError.check(code, .offsetsForTimes)
        return try list.offsets(.offsetsForTimes)
    }
}

import CRDKafka

/// Owns an `rd_kafka_topic_partition_list_t`: partitions with an offset each.
@safe struct PartitionList: ~Copyable {
    let pointer: UnsafeMutablePointer<rd_kafka_topic_partition_list_t>

    init(capacity: Int) {
        unsafe pointer = rd_kafka_topic_partition_list_new(Int32(clamping: capacity))
    }

    /// Takes over a list that a call has created.
    init(taking list: UnsafeMutablePointer<rd_kafka_topic_partition_list_t>) {
        unsafe pointer = list
    }

    init(_ partitions: some Collection<TopicPartition>) {
        self.init(capacity: partitions.count)
        for partition in partitions { append(partition, offset: Int64(RD_KAFKA_OFFSET_INVALID)) }
    }

    init(_ assignments: [Assignment]) {
        self.init(capacity: assignments.count)
        for assignment in assignments { append(assignment.partition, offset: assignment.start.raw) }
    }

    init(_ offsets: [TopicPartition: Int64]) {
        self.init(capacity: offsets.count)
        for (partition, offset) in offsets { append(partition, offset: offset) }
    }

    private func append(_ partition: TopicPartition, offset: Int64) {
        let element = unsafe rd_kafka_topic_partition_list_add(pointer, partition.topic, partition.partition)
        unsafe element?.pointee.offset = offset
    }

    /// Calls `body` with the partition, the offset and the error of each element.
    func forEach(_ body: (TopicPartition, Int64, ErrorCode) -> Void) {
        unsafe Self.forEach(pointer, body)
    }

    static func forEach(
        _ list: UnsafeMutablePointer<rd_kafka_topic_partition_list_t>,
        _ body: (TopicPartition, Int64, ErrorCode) -> Void
    ) {
        let elements = unsafe UnsafeBufferPointer(start: list.pointee.elems, count: Int(list.pointee.cnt))
        for index in elements.indices {
            let element = unsafe elements[index]
            let partition = unsafe TopicPartition(String(cString: element.topic), element.partition)
            unsafe body(partition, element.offset, ErrorCode(element.err))
        }
    }

    static func partitions(_ list: UnsafeMutablePointer<rd_kafka_topic_partition_list_t>?) -> [TopicPartition] {
        var partitions: [TopicPartition] = []
        if let list = unsafe list { unsafe forEach(list) { partition, _, _ in partitions.append(partition) } }
        return partitions
    }

    /// Returns the valid offsets by partition.
    ///
    /// - Throws: The error of the first element that has one.
    func offsets(_ operation: Operation) throws(KafkaError) -> [TopicPartition: Int64] {
        var offsets: [TopicPartition: Int64] = [:]
        try checkElements(operation)
        forEach { partition, offset, _ in
            if offset >= 0 { offsets[partition] = offset }
        }
        return offsets
    }

    /// Throws the error of the first element that has one.
    func checkElements(_ operation: Operation) throws(KafkaError) {
        var failure: KafkaError?
        forEach { partition, _, code in
            if code != .none, failure == nil { failure = KafkaError(operation, code, subject: partition.description) }
        }
        if let failure { throw failure }
    }

    deinit {
        unsafe rd_kafka_topic_partition_list_destroy(pointer)
    }
}

extension StartPosition {
    /// The value of C's field `offset`.
    var raw: Int64 {
        switch self {
        case .offset(let offset): offset
        case .beginning: Int64(RD_KAFKA_OFFSET_BEGINNING)
        case .end: Int64(RD_KAFKA_OFFSET_END)
        case .committed: Int64(RD_KAFKA_OFFSET_STORED)
        }
    }
}

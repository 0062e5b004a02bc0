import CRDKafka

/// Owns an array of `rd_kafka_NewTopic_t`.
@safe struct NewTopicList: ~Copyable {
    private let storage: UnsafeMutableBufferPointer<OpaquePointer?>
    private var filled = 0

    init(count: Int) {
        unsafe storage = .allocate(capacity: count)
        unsafe storage.initialize(repeating: nil)
    }

    var start: UnsafeMutablePointer<OpaquePointer?>? { unsafe storage.baseAddress }

    mutating func append(_ topic: NewTopic) throws(KafkaError) {
        var made: OpaquePointer?
        let reason = unsafe ErrorText.filled { buffer, size in
            unsafe made = rd_kafka_NewTopic_new(topic.name, topic.partitions, topic.replicationFactor, buffer, size)
        }
        guard let made = unsafe made else {
            throw KafkaError(.createTopics, .invalidArgument, subject: topic.name, reason: reason)
        }
        unsafe storage[filled] = made
        filled += 1
        for (name, value) in topic.settings {
            try KafkaError.check(unsafe rd_kafka_NewTopic_set_config(made, name, value), .createTopics, subject: name)
        }
    }

    deinit {
        for index in 0..<filled { unsafe rd_kafka_NewTopic_destroy(storage[index]) }
        unsafe storage.deallocate()
    }
}

import CRDKafka

extension Admin {
    /// Creates topics by one request.
    ///
    /// Existing topics are not changed. Waits until the cluster reports the new topics.
    ///
    /// - Returns: The names of the topics that were created.
    /// - Throws: The first error, with its topic. Other topics may have been created.
    @discardableResult
    package func createTopics(_ topics: [NewTopic], timeoutMilliseconds: Int32) throws(KafkaError) -> Set<String> {
        let (created, refused) = try createTopicsEach(topics, timeoutMilliseconds: timeoutMilliseconds)
        if let first = refused.min(by: { $0.key < $1.key }) { throw first.value }
        return created
    }

    /// Creates topics by one request as far as possible.
    ///
    /// - Returns: The names of the topics that were created, and the errors of the topics that were not.
    package func createTopicsEach(
        _ topics: [NewTopic],
        timeoutMilliseconds: Int32
    ) throws(KafkaError) -> (created: Set<String>, refused: [String: KafkaError]) {
        guard !topics.isEmpty else { return ([], [:]) }
        let request = try AdminRequest(.createTopics, of: client, timeoutMilliseconds: timeoutMilliseconds)
        _ = unsafe ErrorText.filled { buffer, size in
            // Without this timeout, the broker answers before the topics exist.
            unsafe rd_kafka_AdminOptions_set_operation_timeout(request.options, timeoutMilliseconds, buffer, size)
        }
        var list = NewTopicList(count: topics.count)
        for topic in topics { try list.append(topic) }
        unsafe rd_kafka_CreateTopics(client.pointer, list.start, topics.count, request.options, request.queue)
        let (created, refused) = Self.created(try request.answer())
        // A topic may exist already, created by a request that timed out, but brokers may not list it yet.
        let existing = topics.map(\.name).filter { refused[$0] == nil }
        try client.waitForTopics(
            existing,
            .createTopics,
            timeoutMilliseconds: timeoutMilliseconds
        ) { () throws(KafkaError) in
            try client.partitionCounts(of: existing, timeoutMilliseconds: timeoutMilliseconds)
        }
        return (created, refused)
    }

    /// Lets the brokers validate the creation of a topic without creating it.
    package func checkCreation(of topic: NewTopic, timeoutMilliseconds: Int32) throws(KafkaError) {
        let request = try AdminRequest(.createTopics, of: client, timeoutMilliseconds: timeoutMilliseconds)
        var code = RD_KAFKA_RESP_ERR_NO_ERROR
        let reason = unsafe ErrorText.filled { buffer, size in
            unsafe code = rd_kafka_AdminOptions_set_validate_only(request.options, 1, buffer, size)
        }
        // Without this option the topic would be created.
        guard code == RD_KAFKA_RESP_ERR_NO_ERROR else {
            throw KafkaError(.createTopics, ErrorCode(code), subject: topic.name, reason: reason)
        }
        var list = NewTopicList(count: 1)
        try list.append(topic)
        unsafe rd_kafka_CreateTopics(client.pointer, list.start, 1, request.options, request.queue)
        if let error = Self.created(try request.answer()).refused[topic.name] { throw error }
    }

    private static func created(_ answer: consuming AdminAnswer) -> (names: Set<String>, refused: [String: KafkaError])
    {
        var count = 0
        var names: Set<String> = []
        var refused: [String: KafkaError] = [:]
        guard let result = unsafe rd_kafka_event_CreateTopics_result(answer.pointer),
            let topics = unsafe rd_kafka_CreateTopics_result_topics(result, &count)
        else { return (names, refused) }
        for index in 0..<count {
            let topic = unsafe topics[index]
            let name = unsafe String(cString: rd_kafka_topic_result_name(topic))
            let code = ErrorCode(unsafe rd_kafka_topic_result_error(topic))
            if code == .topicAlreadyExists { continue }
            guard code == .none else {
                let reason = unsafe rd_kafka_topic_result_error_string(topic).map { unsafe String(cString: $0) }
                refused[name] = KafkaError(.createTopics, code, subject: name, reason: reason)
                continue
            }
            names.insert(name)
        }
        return (names, refused)
    }
}

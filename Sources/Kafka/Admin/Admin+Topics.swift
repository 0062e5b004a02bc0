import CRDKafka

/// Topics and their settings.
extension Admin {
    /// Makes all of them by one request; those that are there already are left as they are.
    ///
    /// Waits until the cluster shows them.
    ///
    /// - Returns: the names that were made now.
    /// - Throws: the first refusal, with its topic; others of the same request may have been made.
    @discardableResult
    package func createTopics(_ topics: [NewTopic], timeoutMilliseconds: Int32) throws(KafkaError) -> Set<String> {
        guard !topics.isEmpty else { return [] }
        let request = try AdminRequest(
            .createTopics,
            RD_KAFKA_ADMIN_OP_CREATETOPICS,
            of: client,
            timeoutMilliseconds: timeoutMilliseconds
        )
        _ = unsafe ErrorText.filled { buffer, size in
            // Without it the broker answers before the topics are there.
            unsafe rd_kafka_AdminOptions_set_operation_timeout(request.options, timeoutMilliseconds, buffer, size)
        }
        var list = NewTopicList(count: topics.count)
        for topic in topics { try list.append(topic) }
        unsafe rd_kafka_CreateTopics(client.pointer, list.start, topics.count, request.options, request.queue)
        let created = try Self.created(request.answer())
        try client.waitForTopics(
            Array(created),
            .createTopics,
            timeoutMilliseconds: timeoutMilliseconds
        ) { () throws(KafkaError) in
            try client.partitionCounts(of: Array(created), timeoutMilliseconds: timeoutMilliseconds)
        }
        return created
    }

    private static func created(_ answer: consuming AdminAnswer) throws(KafkaError) -> Set<String> {
        var count = 0
        var names: Set<String> = []
        guard let result = unsafe rd_kafka_event_CreateTopics_result(answer.pointer),
            let topics = unsafe rd_kafka_CreateTopics_result_topics(result, &count)
        else { return names }
        for index in 0..<count {
            let topic = unsafe topics[index]
            let name = unsafe String(cString: rd_kafka_topic_result_name(topic))
            let code = ErrorCode(unsafe rd_kafka_topic_result_error(topic))
            if code == .topicAlreadyExists { continue }
            guard code == .none else {
                let reason = unsafe rd_kafka_topic_result_error_string(topic).map { unsafe String(cString: $0) }
                throw KafkaError(.createTopics, code, subject: name, reason: reason)
            }
            names.insert(name)
        }
        return names
    }

    /// The settings of topics as the broker applies them, defaults included, such as `max.message.bytes`,
    /// `cleanup.policy` and `delete.retention.ms`.
    ///
    /// - Throws: the first refusal, with its topic; an unknown topic is one.
    package func settings(
        of topics: [String],
        timeoutMilliseconds: Int32
    ) throws(KafkaError) -> [String: [String: String]] {
        guard !topics.isEmpty else { return [:] }
        let request = try AdminRequest(
            .describeConfigs,
            RD_KAFKA_ADMIN_OP_DESCRIBECONFIGS,
            of: client,
            timeoutMilliseconds: timeoutMilliseconds
        )
        let resources = unsafe topics.map { unsafe rd_kafka_ConfigResource_new(RD_KAFKA_RESOURCE_TOPIC, $0) }
        defer { unsafe resources.forEach { unsafe rd_kafka_ConfigResource_destroy($0) } }
        var pointers = unsafe resources
        unsafe rd_kafka_DescribeConfigs(client.pointer, &pointers, topics.count, request.options, request.queue)
        let answer = try request.answer()
        var count = 0
        guard let result = unsafe rd_kafka_event_DescribeConfigs_result(answer.pointer),
            let described = unsafe rd_kafka_DescribeConfigs_result_resources(result, &count)
        else { return [:] }
        var settings: [String: [String: String]] = [:]
        for index in 0..<count {
            guard let resource = unsafe described[index] else { continue }
            let name = unsafe String(cString: rd_kafka_ConfigResource_name(resource))
            let code = ErrorCode(unsafe rd_kafka_ConfigResource_error(resource))
            guard code == .none else { throw KafkaError(.describeConfigs, code, subject: name) }
            settings[name] = unsafe Self.entries(of: resource)
        }
        return settings
    }

    private static func entries(of resource: OpaquePointer) -> [String: String] {
        var count = 0
        guard let entries = unsafe rd_kafka_ConfigResource_configs(resource, &count) else { return [:] }
        var settings: [String: String] = [:]
        for index in 0..<count {
            guard let entry = unsafe entries[index], let value = unsafe rd_kafka_ConfigEntry_value(entry) else {
                continue
            }
            settings[unsafe String(cString: rd_kafka_ConfigEntry_name(entry))] = unsafe String(cString: value)
        }
        return settings
    }
}

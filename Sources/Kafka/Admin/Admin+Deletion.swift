import CRDKafka

/// Deleting topics and consumer groups.
extension Admin {
    /// Deletes topics by one request.
    ///
    /// Topics that do not exist are ignored.
    ///
    /// - Throws: The first error, with its topic. Other topics may have been deleted.
    package func deleteTopics(_ names: [String], timeoutMilliseconds: Int32) throws(KafkaError) {
        if names.isEmpty { return }
        let request = try AdminRequest(.deleteTopics, of: client, timeoutMilliseconds: timeoutMilliseconds)
        _ = unsafe ErrorText.filled { buffer, size in
            // Without this timeout, the broker answers before the topics are deleted.
            unsafe rd_kafka_AdminOptions_set_operation_timeout(request.options, timeoutMilliseconds, buffer, size)
        }
        var topics = unsafe names.map { unsafe rd_kafka_DeleteTopic_new($0) }
        defer { unsafe topics.forEach { unsafe rd_kafka_DeleteTopic_destroy($0) } }
        unsafe rd_kafka_DeleteTopics(client.pointer, &topics, topics.count, request.options, request.queue)
        let answer = try request.answer()
        var count = 0
        guard let result = unsafe rd_kafka_event_DeleteTopics_result(answer.pointer),
            let deleted = unsafe rd_kafka_DeleteTopics_result_topics(result, &count)
        else { return }
        for index in 0..<count {
            let topic = unsafe deleted[index]
            let code = ErrorCode(unsafe rd_kafka_topic_result_error(topic))
            if code == .none || code == .unknownTopicOrPartition { continue }
            let name = unsafe String(cString: rd_kafka_topic_result_name(topic))
            let reason = unsafe rd_kafka_topic_result_error_string(topic).map { unsafe String(cString: $0) }
            throw KafkaError(.deleteTopics, code, subject: name, reason: reason)
        }
    }

    /// Deletes a consumer group with its offsets.
    ///
    /// A group that does not exist is ignored.
    ///
    /// - Throws: `nonEmptyGroup` if the group has members.
    package func deleteGroup(_ group: String, timeoutMilliseconds: Int32) throws(KafkaError) {
        try client.askingCoordinator { () throws(KafkaError) in
            try delete(group: group, timeoutMilliseconds: timeoutMilliseconds)
        }
    }

    private func delete(group: String, timeoutMilliseconds: Int32) throws(KafkaError) {
        let request = try AdminRequest(.deleteGroup, of: client, timeoutMilliseconds: timeoutMilliseconds)
        var groups = unsafe [rd_kafka_DeleteGroup_new(group)]
        defer { unsafe groups.forEach { unsafe rd_kafka_DeleteGroup_destroy($0) } }
        unsafe rd_kafka_DeleteGroups(client.pointer, &groups, 1, request.options, request.queue)
        let answer = try request.answer()
        var count = 0
        guard let result = unsafe rd_kafka_event_DeleteGroups_result(answer.pointer),
            let deleted = unsafe rd_kafka_DeleteGroups_result_groups(result, &count)
        else { return }
        for index in 0..<count {
            guard let error = unsafe rd_kafka_group_result_error(deleted[index]) else { continue }
            let code = ErrorCode(unsafe rd_kafka_error_code(error))
            guard code == .none || code == .groupNotFound else { throw KafkaError(.deleteGroup, code, subject: group) }
        }
    }
}

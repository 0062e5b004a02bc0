import CRDKafka

/// Assigning partitions, pausing them and seeking.
extension Consumer {
    /// Replaces the assignment.
    ///
    /// This call answers `Rebalance.assigned`, or assigns partitions without a group.
    package func assign(_ assignments: [Assignment]) throws(KafkaError) {
        let list = PartitionList(assignments)
        let isRebalance = client.context.current != nil
        client.context.current?.isAnswered = true
        if let error = unsafe GroupAssignment.assign(
            client.pointer,
            list.pointer,
            client.context,
            isRebalance: isRebalance
        ) {
            throw error
        }
        try list.checkElements(.assign)
    }

    /// Assigns partitions again at other offsets, outside of a rebalance.
    ///
    /// This call also works for a partition that rejects a seek because its reading ended with an error. Paused
    /// partitions stay paused. With the eager protocol, pass all assigned partitions, because they replace the whole
    /// assignment.
    package func assignAgain(_ assignments: [Assignment]) throws(KafkaError) {
        let list = PartitionList(assignments)
        if let error = unsafe GroupAssignment.assignAgain(client.pointer, list.pointer, client.context) { throw error }
        try list.checkElements(.assign)
    }

    /// Replaces the assignment, with all partitions paused, so that `seek` can set their positions before `resume`.
    ///
    /// The partitions start at offset 0, even if this offset does not exist. For a logical offset such as the end, the
    /// library would send a request. The answer could arrive after `seek` and move the position, so records would be
    /// skipped. The partitions are paused before the assignment too, so that the library does not fetch partitions that
    /// it already knows.
    package func assignPaused(_ partitions: [TopicPartition]) throws(KafkaError) {
        let list = PartitionList(partitions)
        _ = unsafe rd_kafka_pause_partitions(client.pointer, list.pointer)
        try assign(partitions.map { Assignment($0, from: .offset(0)) })
        try pause(partitions)
    }

    /// Finds the leaders of partitions, and then replaces the assignment, without a group.
    ///
    /// Otherwise, the library looks for the leaders before it has a connection, and tries again only after 0.5 to 1 s.
    package func assign(
        _ assignments: [Assignment],
        findingLeadersWithin timeoutMilliseconds: Int32
    ) throws(KafkaError) {
        let topics = Set(assignments.map(\.partition.topic))
        if topics.count > 8 {
            _ = try client.allPartitionCounts(timeoutMilliseconds: timeoutMilliseconds)
        } else {
            for topic in topics { _ = try client.leaders(of: topic, timeoutMilliseconds: timeoutMilliseconds) }
        }
        try assign(assignments)
    }

    /// Removes the revoked partitions in a cooperative rebalance, and otherwise all partitions.
    ///
    /// Also ends the pauses of the removed partitions.
    package func unassign() throws(KafkaError) {
        client.context.current?.isAnswered = true
        if let error = unsafe GroupAssignment.unassign(client.pointer, client.context) { throw error }
    }

    /// Removes partitions from the assignment.
    ///
    /// This call answers a cooperative revoke, if the owner reads more partitions than the group assigned.
    package func unassign(_ partitions: [TopicPartition]) throws(KafkaError) {
        client.context.current?.isAnswered = true
        if let error = unsafe GroupAssignment.unassign(partitions, client.pointer, client.context) { throw error }
    }

    package func assignment() throws(KafkaError) -> [TopicPartition] {
        try client.assignment()
    }

    /// Pauses delivery for partitions.
    ///
    /// Messages that were already returned stay valid.
    package func pause(_ partitions: [TopicPartition]) throws(KafkaError) {
        let fresh = partitions.filter { !client.context.paused.contains($0) }
        guard !fresh.isEmpty else { return }
        let list = PartitionList(fresh)
        try KafkaError.check(unsafe rd_kafka_pause_partitions(client.pointer, list.pointer), .pause)
        client.context.paused.formUnion(fresh)
        try list.checkElements(.pause)
    }

    /// Resumes delivery for paused partitions.
    ///
    /// Partitions that are not paused are ignored: librdkafka before 2.4.0 would read them from an older position.
    package func resume(_ partitions: [TopicPartition]) throws(KafkaError) {
        let paused = partitions.filter { client.context.paused.contains($0) }
        guard !paused.isEmpty else { return }
        let list = PartitionList(paused)
        try KafkaError.check(unsafe rd_kafka_resume_partitions(client.pointer, list.pointer), .resume)
        client.context.paused.subtract(paused)
        try list.checkElements(.resume)
    }

    /// Moves the position of one partition, and drops the records that were fetched for it.
    ///
    /// - Throws: `passing` while the partition is not being fetched yet, for example right after an assignment.
    package func seek(
        _ partition: TopicPartition,
        to start: StartPosition,
        timeoutMilliseconds: Int32
    ) throws(KafkaError) {
        // Before 2.1.0, the library's call for several partitions divides the timeout by 1,000.
        let topic = try TopicHandle(partition.topic, of: client)
        let code = unsafe rd_kafka_seek(topic.pointer, partition.partition, start.raw, timeoutMilliseconds)
        try KafkaError.check(code, .seek, subject: partition.description)
    }
}

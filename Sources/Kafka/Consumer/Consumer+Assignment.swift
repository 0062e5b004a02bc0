import CRDKafka

/// What is read, and from where.
extension Consumer {
    /// Reads these partitions from now on, and no others.
    ///
    /// The answer to `Rebalance.assigned`, or an assignment by hand without a group.
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

    /// Takes these partitions on, and no others, and reads none before `seek` has said from where and `resume` has been
    /// called.
    ///
    /// They begin at offset 0, whether it is there or not. A place that has to be asked for, as the end, would be asked for
    /// again after an answer that came too late, and lead away from where a `seek` has been meanwhile: records would be
    /// stepped over. And they are paused before, so that nothing is fetched in between, as far as the library has met them.
    package func assignPaused(_ partitions: [TopicPartition]) throws(KafkaError) {
        let list = PartitionList(partitions)
        _ = unsafe rd_kafka_pause_partitions(client.pointer, list.pointer)
        try assign(partitions.map { Assignment($0, from: .offset(0)) })
        try pause(partitions)
    }

    /// Reads these partitions from now on, and no others, by hand and at once: asks first who leads them.
    ///
    /// The library looks for leaders as soon as it is told to read; while it has no connection yet, that finds none, and it
    /// looks again half a second to a second later.
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

    /// Reads nothing any more: the answer to a revoke, or the end of reading by hand; ends pauses too.
    package func unassign() throws(KafkaError) {
        client.context.current?.isAnswered = true
        if let error = unsafe GroupAssignment.unassign(client.pointer, client.context) { throw error }
    }

    /// Reads these no more and goes on with the others: the answer to a cooperative revoke by an owner that reads more
    /// than the group has given it.
    package func unassign(_ partitions: [TopicPartition]) throws(KafkaError) {
        client.context.current?.isAnswered = true
        if let error = unsafe GroupAssignment.unassign(partitions, client.pointer, client.context) { throw error }
    }

    /// The partitions being read.
    package func assignment() throws(KafkaError) -> [TopicPartition] {
        try client.assignment()
    }

    /// Stops delivery for these partitions; what is in hand of them stays valid.
    package func pause(_ partitions: [TopicPartition]) throws(KafkaError) {
        let fresh = partitions.filter { !client.context.paused.contains($0) }
        guard !fresh.isEmpty else { return }
        let list = PartitionList(fresh)
        try KafkaError.check(unsafe rd_kafka_pause_partitions(client.pointer, list.pointer), .pause)
        client.context.paused.formUnion(fresh)
        try list.checkElements(.pause)
    }

    /// Takes up delivery again.
    ///
    /// Those that are not paused are left alone: resuming them makes older releases read from
    /// an older position (fixed in 2.4.0).
    package func resume(_ partitions: [TopicPartition]) throws(KafkaError) {
        let paused = partitions.filter { client.context.paused.contains($0) }
        guard !paused.isEmpty else { return }
        let list = PartitionList(paused)
        try KafkaError.check(unsafe rd_kafka_resume_partitions(client.pointer, list.pointer), .resume)
        client.context.paused.subtract(paused)
        try list.checkElements(.resume)
    }

    /// Goes on reading one partition from elsewhere; what was fetched before is dropped.
    ///
    /// - Throws: `passing` while the partition is not being fetched yet, as just after an assignment.
    package func seek(
        _ partition: TopicPartition,
        to start: StartPosition,
        timeoutMilliseconds: Int32
    ) throws(KafkaError) {
        // Per partition: the call for lists takes its timeout a thousand times too short before 2.1.0.
        let topic = try TopicHandle(partition.topic, of: client)
        let code = unsafe rd_kafka_seek(topic.pointer, partition.partition, start.raw, timeoutMilliseconds)
        try KafkaError.check(code, .seek, subject: partition.description)
    }
}

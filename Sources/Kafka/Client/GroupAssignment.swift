import CRDKafka

/// Sets assignments by the C function that fits the group's protocol: whole lists (eager) or differences (cooperative).
enum GroupAssignment {
    /// Assigns partitions.
    ///
    /// `isRebalance` is false for an assignment without a group, which is always a whole list.
    static func assign(
        _ client: OpaquePointer,
        _ list: UnsafeMutablePointer<rd_kafka_topic_partition_list_t>?,
        _ context: ClientContext,
        isRebalance: Bool
    ) -> KafkaError? {
        defer { if !context.isClosing { unsafe awaitStops(client) } }
        if isRebalance, unsafe isCooperative(client) {
            return unsafe KafkaError(.assign, taking: rd_kafka_incremental_assign(client, list))
        }
        let code = unsafe rd_kafka_assign(client, list)
        return code == RD_KAFKA_RESP_ERR_NO_ERROR ? nil : KafkaError(.assign, ErrorCode(code))
    }

    /// Removes partitions from the assignment, and assigns them again, outside of a rebalance.
    static func assignAgain(
        _ client: OpaquePointer,
        _ list: UnsafeMutablePointer<rd_kafka_topic_partition_list_t>?,
        _ context: ClientContext
    ) -> KafkaError? {
        guard unsafe isCooperative(client) else {
            return unsafe assign(client, list, context, isRebalance: false)
        }
        if let error = unsafe KafkaError(.unassign, taking: rd_kafka_incremental_unassign(client, list)) {
            return error
        }
        unsafe awaitStops(client)
        return unsafe assign(client, list, context, isRebalance: true)
    }

    /// Removes the partitions that the current rebalance revokes, or all partitions.
    static func unassign(_ client: OpaquePointer, _ context: ClientContext) -> KafkaError? {
        defer { if !context.isClosing { unsafe awaitStops(client) } }
        if let current = context.current, unsafe isCooperative(client) {
            unsafe resume(context.paused.intersection(PartitionList.partitions(current.partitions)), client, context)
            return unsafe KafkaError(.unassign, taking: rd_kafka_incremental_unassign(client, current.partitions))
        }
        unsafe resume(context.paused, client, context)
        let code = unsafe rd_kafka_assign(client, nil)
        return code == RD_KAFKA_RESP_ERR_NO_ERROR ? nil : KafkaError(.unassign, ErrorCode(code))
    }

    /// Removes partitions from the assignment without telling the group.
    static func unassign(
        _ partitions: [TopicPartition],
        _ client: OpaquePointer,
        _ context: ClientContext
    ) -> KafkaError? {
        defer { if !context.isClosing { unsafe awaitStops(client) } }
        unsafe resume(context.paused.intersection(partitions), client, context)
        let list = PartitionList(partitions)
        return unsafe KafkaError(.unassign, taking: rd_kafka_incremental_unassign(client, list.pointer))
    }

    /// Waits until the library has stopped fetching the partitions that were removed.
    ///
    /// The library stops a partition by a message to itself. If the partition is removed again before the message
    /// arrives, it is counted as still running, and the process ends with `Assertion rktp->rktp_started failed`. This
    /// was seen in 2.0.2, and later releases do the same. A request in the same queue is answered after that message,
    /// so its answer shows that the message has arrived. Callers skip the wait while the consumer closes, because the
    /// library may not answer then.
    private static func awaitStops(_ client: OpaquePointer) {
        var list: UnsafeMutablePointer<rd_kafka_topic_partition_list_t>?
        if unsafe rd_kafka_assignment(client, &list) == RD_KAFKA_RESP_ERR_NO_ERROR, let list = unsafe list {
            unsafe rd_kafka_topic_partition_list_destroy(list)
        }
    }

    private static func isCooperative(_ client: OpaquePointer) -> Bool {
        guard let name = unsafe rd_kafka_rebalance_protocol(client) else { return false }
        return unsafe String(cString: name) == "COOPERATIVE"
    }

    /// Resumes paused partitions, because the library would keep the pause if the partition is assigned again.
    private static func resume(
        _ partitions: Set<TopicPartition>,
        _ client: OpaquePointer,
        _ context: ClientContext
    ) {
        guard !partitions.isEmpty else { return }
        let list = PartitionList(partitions)
        _ = unsafe rd_kafka_resume_partitions(client, list.pointer)
        context.paused.subtract(partitions)
    }
}

import CRDKafka

/// Which C call sets an assignment depends on the protocol that the group speaks: whole lists or deltas.
enum GroupAssignment {
    /// `isRebalance` tells an answer to the group from an assignment by hand, which always is a whole list.
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

    /// Gives up what the rebalance in hand takes away, or everything.
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

    /// Gives up these partitions, which the group need not know of.
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

    /// Waits until the library has stopped what it no longer reads.
    ///
    /// It stops partitions by a message to itself, and takes one that is given up again before that has arrived for one
    /// more that runs: `Assertion rktp->rktp_started failed` ends the process, at a second assignment by hand or at the
    /// end of the client (seen in 2.0.2; later releases do the same). The answer to a question that stands behind the
    /// message in the same queue says that it has arrived; whatever is asked for after that stands behind its
    /// acknowledgement. While the consumer closes nothing follows, and nobody may be left who answers.
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

    /// A pause would outlive its assignment: the library keeps it with the partition, should that come back.
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

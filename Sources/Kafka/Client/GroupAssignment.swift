import CRDKafka

/// Which C call sets an assignment depends on the protocol that the group speaks: whole lists or deltas.
enum GroupAssignment {
    /// `isRebalance` tells an answer to the group from an assignment by hand, which always is a whole list.
    static func assign(
        _ client: OpaquePointer,
        _ list: UnsafeMutablePointer<rd_kafka_topic_partition_list_t>?,
        isRebalance: Bool
    ) -> KafkaError? {
        if isRebalance, unsafe isCooperative(client) {
            return unsafe KafkaError(.assign, taking: rd_kafka_incremental_assign(client, list))
        }
        let code = unsafe rd_kafka_assign(client, list)
        return code == RD_KAFKA_RESP_ERR_NO_ERROR ? nil : KafkaError(.assign, ErrorCode(code))
    }

    /// Gives up what the rebalance in hand takes away, or everything.
    static func unassign(_ client: OpaquePointer, _ context: ClientContext) -> KafkaError? {
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
        unsafe resume(context.paused.intersection(partitions), client, context)
        let list = PartitionList(partitions)
        return unsafe KafkaError(.unassign, taking: rd_kafka_incremental_unassign(client, list.pointer))
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

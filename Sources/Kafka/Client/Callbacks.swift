import CRDKafka

/// Receives log lines during poll, because `log.queue` is on and the queue is forwarded to the client's main queue.
func logCallback(
    client: OpaquePointer?,
    severity: Int32,
    facility: UnsafePointer<CChar>?,
    text: UnsafePointer<CChar>?
) {
    // Without a client, the line comes from a failing `rd_kafka_new`, whose reason also contains the line.
    guard let client = unsafe client, let context = unsafe ClientContext.from(rd_kafka_opaque(client)),
        let facility = unsafe facility, let text = unsafe text
    else { return }
    let line = unsafe ClientEvent.LogLine(
        severity: severity,
        facility: String(cString: facility),
        text: String(cString: text)
    )
    context.report(.log(line))
}

/// Receives notices about connections, during poll.
func errorCallback(
    client: OpaquePointer?,
    code: Int32,
    reason: UnsafePointer<CChar>?,
    opaque: UnsafeMutableRawPointer?
) {
    guard let context = unsafe ClientContext.from(opaque) else { return }
    let reason = unsafe reason.map { unsafe String(cString: $0) }
    context.report(.notice(KafkaError(.poll, ErrorCode(rawValue: code), reason: reason)))
}

/// Receives statistics, during poll; the library frees the text.
func statisticsCallback(
    client: OpaquePointer?,
    text: UnsafeMutablePointer<CChar>?,
    count: Int,
    opaque: UnsafeMutableRawPointer?
) -> Int32 {
    guard let context = unsafe ClientContext.from(opaque), let text = unsafe text else { return 0 }
    let bytes = unsafe UnsafeRawBufferPointer(start: text, count: count)
    context.report(.statistics(unsafe Array(bytes)))
    return 0
}

/// Receives delivery reports, during poll, flush and commit.
///
/// Without this callback, the flush inside a commit would check only every 10 ms whether all records are delivered.
func deliveryCallback(
    client: OpaquePointer?,
    message: UnsafePointer<rd_kafka_message_t>?,
    opaque: UnsafeMutableRawPointer?
) {
    guard let message = unsafe message, let context = unsafe ClientContext.from(opaque) else { return }
    let number = unsafe Int(bitPattern: message.pointee._private)
    if number > 0 {
        let code = ErrorCode(unsafe message.pointee.err)
        let topic = unsafe message.pointee.rkt.map { unsafe String(cString: rd_kafka_topic_name($0)) }
        let error = code == .none ? nil : KafkaError(.delivery, code, subject: topic)
        context.deliveries.append(Delivery(number: number, error: error))
    }
    if unsafe message.pointee.err == RD_KAFKA_RESP_ERR_NO_ERROR {
        guard context.watchesDeliveries, let topic = unsafe rd_kafka_topic_name(message.pointee.rkt) else { return }
        // If the topic uses the broker's time (`LogAppendTime`), the report contains this time.
        let timestamp = unsafe rd_kafka_message_timestamp(message, nil)
        unsafe context.delivered(topic, message.pointee.partition, message.pointee.offset, timestamp)
        return
    }
    let code = ErrorCode(unsafe message.pointee.err)
    context.deliveryFailed(
        code,
        unsafe TopicPartition(String(cString: rd_kafka_topic_name(message.pointee.rkt)), message.pointee.partition)
    )
}

/// Receives rebalances, during poll and close.
///
/// If the owner does not answer before the callback returns, the callback gives the default answer, because the group
/// waits for an answer.
func rebalanceCallback(
    client: OpaquePointer?,
    code: rd_kafka_resp_err_t,
    partitions: UnsafeMutablePointer<rd_kafka_topic_partition_list_t>?,
    opaque: UnsafeMutableRawPointer?
) {
    guard let client = unsafe client, let context = unsafe ClientContext.from(opaque) else { return }
    let isAssignment = code == RD_KAFKA_RESP_ERR__ASSIGN_PARTITIONS
    let isLost = unsafe rd_kafka_assignment_lost(client) != 0 || code != RD_KAFKA_RESP_ERR__REVOKE_PARTITIONS
    unsafe context.current = CurrentRebalance(partitions: partitions)
    let named = unsafe PartitionList.partitions(partitions)
    context.onRebalance?(isAssignment ? .assigned(named) : .revoked(named, isLost: isLost))
    let isAnswered = context.current?.isAnswered ?? false
    if !isAnswered {
        let error =
            unsafe isAssignment
            ? GroupAssignment.assign(client, partitions, context, isRebalance: true)
            : GroupAssignment.unassign(client, context)
        if let error { context.report(.notice(error)) }
    }
    context.current = nil
}

/// Receives requests for tokens on a thread of the library, which must not block.
///
/// The callback uses only immutable fields of the context.
func tokenCallback(client: OpaquePointer?, configuration: UnsafePointer<CChar>?, opaque: UnsafeMutableRawPointer?) {
    guard let client = unsafe client, let context = unsafe ClientContext.from(opaque) else { return }
    unsafe context.tokens?.ask(client)
}

/// Receives certificates of brokers on a thread of the library, and keeps the library's own verdict.
func certificateCallback(
    client: OpaquePointer?,
    broker: UnsafePointer<CChar>?,
    brokerID: Int32,
    fault: UnsafeMutablePointer<Int32>?,
    depth: Int32,
    bytes: UnsafePointer<CChar>?,
    count: Int,
    reason: UnsafeMutablePointer<CChar>?,
    reasonSize: Int,
    opaque: UnsafeMutableRawPointer?
) -> Int32 {
    if let bytes = unsafe bytes, let log = unsafe ClientContext.from(opaque)?.certificates {
        let shown = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
        unsafe log.note(Array(shown), depth: Int(depth))
    }
    return unsafe fault?.pointee ?? 0 == 0 ? 1 : 0
}

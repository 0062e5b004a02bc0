import CRDKafka

/// A producer with one owner thread; transactional if the properties contain `transactional.id`.
package struct Producer: ~Copyable {
    private let topics: TopicHandles
    private let isTransactional: Bool
    let client: ClientHandle
    /// Wakes calls that wait for the group's coordinator.
    let waker: CoordinatorWaker?

    /// Creates a producer; a transactional producer then needs `initTransactions`.
    ///
    /// Defaults that properties can change: Java's partitioner (murmur2 of the key, a random partition without key), a
    /// `linger.ms` of 5, no Nagle algorithm, and a transaction timeout of 30 s, which is longer than a broker's
    /// restart.
    ///
    /// `configuration` needs `bootstrap.servers`. `onEvent` receives log lines and notices on the owner's thread
    /// during `poll`, `flush` and commits.
    ///
    /// - Throws: An error of the kind `permanent` that names every invalid property.
    package init(
        _ configuration: Configuration,
        onEvent: @escaping (ClientEvent) -> Void = { _ in }
    ) throws(KafkaError) {
        var configuration = configuration
        configuration.setDefault("partitioner", "murmur2_random")
        configuration.setDefault("linger.ms", "5")
        configuration.setDefault("socket.nagle.disable", "true")
        isTransactional = configuration["transactional.id"] != nil
        if isTransactional {
            configuration.setDefault("transaction.timeout.ms", "30000")
        }
        // Delivery reports wake the flush inside a commit, so all of them are needed.
        configuration["delivery.report.only.error"] = "false"
        client = try ClientHandle(RD_KAFKA_PRODUCER, configuration, onEvent: onEvent)
        topics = TopicHandles(of: client)
        waker = isTransactional ? CoordinatorWaker(client) : nil
    }

    /// Records delivered offsets from now on; see `deliveredSpans`.
    package func watchDeliveries() { client.context.watchesDeliveries = true }

    /// The offsets that were delivered to each partition since the transaction began, if deliveries are watched.
    ///
    /// The spans cover the delivery reports that were served so far. After a commit, these are all reports. Offsets
    /// below the known end of a log show that its topic was recreated.
    package var deliveredSpans: [TopicPartition: DeliveredSpan] { client.context.deliveredSpans() }

    /// Returns and clears the deliveries of numbered records that were reported since the last call.
    package func takeDeliveries() -> [Delivery] {
        defer { client.context.deliveries.removeAll(keepingCapacity: true) }
        return client.context.deliveries
    }

    /// Loads the metadata of topics, so that the first record to each does not wait.
    ///
    /// The metadata of all topics is requested before the handles are created, because the opposite order takes
    /// quadratic time. Waits for topics that were just created.
    ///
    /// - Throws: `passing` with the names of topics that are still missing after the timeout.
    package func warmUp(_ names: [String], timeoutMilliseconds: Int32) throws(KafkaError) {
        try client.waitForTopics(
            names,
            .metadata,
            timeoutMilliseconds: timeoutMilliseconds
        ) { () throws(KafkaError) in
            try client.allPartitionCounts(timeoutMilliseconds: timeoutMilliseconds)
        }
        for name in names { _ = unsafe try topics.handle(name) }
    }

    /// Queues a copy of a record.
    ///
    /// The record is sent within `linger.ms`, or by `flush` or a commit.
    ///
    /// - Parameters:
    ///   - topic: The topic, which should be warmed up before.
    ///   - partition: The partition. Nil leaves the choice to the partitioner.
    ///   - key: The key. Nil means no key, which differs from an empty one.
    ///   - value: The value. Nil is a tombstone, which differs from an empty value.
    ///   - headers: The headers, which are consumed.
    ///   - timestampMilliseconds: The timestamp in Unix milliseconds; 0 is the current time.
    ///   - number: If above 0, the number by which `takeDeliveries` reports the record.
    /// - Throws: `tooLarge` for this record alone; `abortable`, `broken` or `permanent` for the transaction; `passing`
    ///   if the queue stays full for ten seconds.
    package func produce(
        to topic: String,
        partition: Int32? = nil,
        key: RawSpan?,
        value: RawSpan?,
        headers: consuming RecordHeaders? = nil,
        timestampMilliseconds: Int64 = 0,
        number: Int = 0
    ) throws(KafkaError) {
        let handle = unsafe try topics.handle(topic)
        let list = unsafe headers?.pointer
        var code = RD_KAFKA_RESP_ERR_NO_ERROR
        var attempts = 100
        repeat {
            code = unsafe withRecordBytes(key) { key, keyCount in
                unsafe withRecordBytes(value) { value, valueCount in
                    unsafe fork_kafka_produce(
                        client.pointer,
                        handle,
                        partition ?? RD_KAFKA_PARTITION_UA,
                        key,
                        keyCount,
                        value,
                        valueCount,
                        timestampMilliseconds,
                        list,
                        UnsafeMutableRawPointer(bitPattern: number)
                    )
                }
            }
            guard code == RD_KAFKA_RESP_ERR__QUEUE_FULL, attempts > 0 else { break }
            // Serving delivery reports makes room in the queue.
            poll(timeoutMilliseconds: 100)
            attempts -= 1
        } while true
        if code == RD_KAFKA_RESP_ERR_NO_ERROR {
            headers?.release()
            return
        }
        throw produceError(ErrorCode(code), topic)
    }

    /// The number of records and delivery reports that are pending.
    package var unsent: Int { Int(unsafe rd_kafka_outq_len(client.pointer)) }

    /// Serves delivery reports, log lines and notices.
    package func poll(timeoutMilliseconds: Int32) {
        _ = unsafe rd_kafka_poll(client.pointer, timeoutMilliseconds)
    }

    /// Waits until every queued record was delivered or has failed.
    ///
    /// - Throws: The first failed delivery of the transaction, or without transactions since the last flush; `passing`
    ///   if the timeout passed.
    package func flush(timeoutMilliseconds: Int32) throws(KafkaError) {
        try KafkaError.check(unsafe rd_kafka_flush(client.pointer, timeoutMilliseconds), .flush)
        guard let failure = client.context.failedDelivery else { return }
        if !isTransactional { client.context.failedDelivery = nil }
        throw failure.error
    }

    /// The first failed delivery since the transaction began, with its topic and reason.
    package var deliveryFailure: KafkaError? { client.context.failedDelivery?.error }

    /// The partition of the first failed delivery.
    package var deliveryFailurePlace: TopicPartition? { client.context.failedDelivery?.place }

    private func produceError(_ code: ErrorCode, _ topic: String) -> KafkaError {
        if code == .fatal, let fatal = client.finalError(.produce) { return fatal }
        if code == .wrongState, isTransactional, let cause = transactionFailure(.produce) { return cause }
        return KafkaError(.produce, code, subject: topic)
    }
}

/// Calls `body` with the address and length of bytes; a null address means a null value.
private func withRecordBytes<Result>(
    _ bytes: RawSpan?,
    _ body: (UnsafeRawPointer?, Int) -> Result
) -> Result {
    guard let bytes else { return body(nil, 0) }
    return unsafe bytes.withUnsafeBytes { unsafe body(NonNull.start($0), $0.count) }
}

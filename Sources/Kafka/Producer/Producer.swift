import CRDKafka

/// A producer with one owner thread; transactional when the properties have a `transactional.id`.
package struct Producer: ~Copyable {
    private let topics: TopicHandles
    private let isTransactional: Bool
    let client: ClientHandle
    /// For calls that wait for the group's coordinator.
    let waker: CoordinatorWaker?

    /// Makes a producer; a transactional one then needs `initTransactions`.
    ///
    /// Unless the properties say otherwise: Java's partitioner (murmur2 of the key, any partition without key), 5 ms of
    /// `linger.ms`, no Nagle, and transactions of at most 30 s, which is longer than a broker's restart.
    ///
    /// - Parameters:
    ///   - configuration: needs `bootstrap.servers`.
    ///   - onEvent: gets log lines and notices, on the owner's thread, while it polls, flushes or commits.
    /// - Throws: `permanent` with every wrong property.
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
        // The flush inside a commit is only woken by reports that somebody takes.
        configuration["delivery.report.only.error"] = "false"
        client = try ClientHandle(RD_KAFKA_PRODUCER, configuration, onEvent: onEvent)
        topics = TopicHandles(of: client)
        waker = isTransactional ? CoordinatorWaker(client) : nil
    }

    /// Notes from now on how far records of one topic were delivered; `deliveredOffsets` tells.
    package func watchDeliveries(to topic: String) { client.context.watchedTopic = topic }

    /// The last offset that was delivered in each partition of the watched topic since the transaction began, as far as
    /// reports were served: after a commit, all of its records.
    package var deliveredOffsets: [Int32: Int64] { client.context.deliveredOffsets }

    /// The least offset that was delivered in each partition of the watched topic since the transaction began, as far as
    /// reports were served: where a topic was made again meanwhile, it lies below the end that the log had before.
    package var leastDeliveredOffsets: [Int32: Int64] { client.context.leastDeliveredOffsets }

    /// The partitions whose first record of all was delivered since the transaction began, or may have been, as far as reports were
    /// served, and if a topic is watched.
    package var begunPartitions: Set<TopicPartition> { client.context.begun }

    /// What became of the records that were numbered, since the last time, as far as reports were served.
    package func takeDeliveries() -> [Delivery] {
        defer { client.context.deliveries.removeAll(keepingCapacity: true) }
        return client.context.deliveries
    }

    /// Makes the topics known before they are used, so that their first record waits for nothing.
    ///
    /// One request for all topics of the cluster comes first and the handles after it: the other way round costs the
    /// square of their number. Waits for topics that were made a moment ago.
    ///
    /// - Throws: `passing` with the names of topics that are still missing when the time is over.
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

    /// Hands a record to the library, which copies it; it is sent within `linger.ms`, or by `flush` and `commit`.
    ///
    /// - Parameters:
    ///   - topic: best warmed up before.
    ///   - partition: nil leaves the choice to the partitioner, by the key.
    ///   - key: nil is no key, which is not the same as an empty one.
    ///   - value: nil is a tombstone, which is not the same as an empty value.
    ///   - headers: taken over.
    ///   - timestampMilliseconds: Unix milliseconds; 0 is now.
    ///   - number: above 0, what `takeDeliveries` calls the record by.
    /// - Throws: `tooLarge` for this record alone; `abortable`, `broken` and `permanent` about the transaction; `passing`
    ///   when the queue stays full for ten seconds.
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
            // Reports make room in the queue.
            poll(timeoutMilliseconds: 100)
            attempts -= 1
        } while true
        if code == RD_KAFKA_RESP_ERR_NO_ERROR {
            headers?.release()
            return
        }
        throw produceError(ErrorCode(code), topic)
    }

    /// How many records, and reports of them, are still under way.
    package var unsent: Int { Int(unsafe rd_kafka_outq_len(client.pointer)) }

    /// Serves delivery reports, log lines and notices.
    package func poll(timeoutMilliseconds: Int32) {
        _ = unsafe rd_kafka_poll(client.pointer, timeoutMilliseconds)
    }

    /// Waits until everything handed over is delivered or has failed.
    ///
    /// - Throws: the first failed delivery since the transaction began, without transactions since the last flush; or
    ///   `passing` when the time is over.
    package func flush(timeoutMilliseconds: Int32) throws(KafkaError) {
        try KafkaError.check(unsafe rd_kafka_flush(client.pointer, timeoutMilliseconds), .flush)
        guard let failure = client.context.deliveryFailure else { return }
        if !isTransactional { client.context.deliveryFailure = nil }
        throw failure
    }

    /// The first delivery that failed since the transaction began: which topic, and why.
    package var deliveryFailure: KafkaError? { client.context.deliveryFailure }

    /// Where the delivery that failed first was to go.
    package var deliveryFailurePlace: TopicPartition? { client.context.deliveryFailurePlace }

    private func produceError(_ code: ErrorCode, _ topic: String) -> KafkaError {
        if code == .fatal, let fatal = client.finalError(.produce) { return fatal }
        if code == .wrongState, isTransactional, let cause = transactionFailure(.produce) { return cause }
        return KafkaError(.produce, code, subject: topic)
    }
}

/// The address and the length of bytes; no address says null.
private func withRecordBytes<Result>(
    _ bytes: RawSpan?,
    _ body: (UnsafeRawPointer?, Int) -> Result
) -> Result {
    guard let bytes else { return body(nil, 0) }
    return unsafe bytes.withUnsafeBytes { unsafe body(NonNull.start($0), $0.count) }
}

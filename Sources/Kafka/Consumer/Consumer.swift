import CRDKafka

/// A consumer with one owner thread, which makes all calls and serves rebalances, log lines and notices.
///
/// `poll` returns one record at a time. The library's batch calls are not used, because they run the rebalance callback
/// in the middle of a batch, when `position` already counts records that the caller has not received. With `assign`
/// instead of `subscribe`, the consumer reads partitions without joining a group.
package struct Consumer: LogClient, ~Copyable {
    /// The library's default of `queued.max.messages.kbytes`.
    private static let defaultQueueKiB = 65_536

    package let client: ClientHandle
    /// Wakes fetchers that sleep after a full queue; nil if the library has `fetch.queue.backoff.ms`.
    let waker: FetchWaker?
    /// Ends a poll that waits, from any thread.
    package let pollWakeup: PollWakeup

    /// Creates a consumer; it reads nothing before `subscribe` or `assign`.
    ///
    /// Offsets are committed in transactions only, so the library's own commits are always off. Defaults that
    /// properties can change: read_committed, the eager `range` assignor, reading from the earliest record, and
    /// verifying checksums.
    ///
    /// `configuration` needs `bootstrap.servers` and `group.id`, even without a group. `onEvent` receives log lines
    /// and notices on the owner's thread during `poll`.
    ///
    /// - Throws: An error of the kind `permanent` that names every invalid property.
    package init(
        _ configuration: Configuration,
        onEvent: @escaping (ClientEvent) -> Void = { _ in }
    ) throws(KafkaError) {
        var configuration = configuration
        configuration["enable.auto.commit"] = "false"
        configuration["enable.auto.offset.store"] = "false"
        configuration.setDefault("isolation.level", "read_committed")
        configuration.setDefault("auto.offset.reset", "earliest")
        configuration.setDefault("partition.assignment.strategy", "range")
        configuration.setDefault("check.crcs", "true")
        configuration.setDefault("socket.nagle.disable", "true")
        if LibraryVersion.running.has(.fetchQueueBackoff) {
            // If the fetch queue was full, the library checks it again after 2 ms instead of a second.
            configuration.setDefault("fetch.queue.backoff.ms", "2")
        }
        try Self.check(configuration)
        let client = try ClientHandle(RD_KAFKA_CONSUMER, configuration, onEvent: onEvent)
        // From here on, `poll` serves records, rebalances, log lines and notices.
        try KafkaError.check(unsafe rd_kafka_poll_set_consumer(client.pointer), .configure)
        self.client = client
        pollWakeup = PollWakeup(client)
        let limitKiB = configuration["queued.max.messages.kbytes"].flatMap { Int($0) } ?? Self.defaultQueueKiB
        waker = LibraryVersion.running.has(.fetchQueueBackoff) ? nil : FetchWaker(client, limitBytes: limitKiB << 10)
    }

    /// Throws if the running library is too old for a property.
    package static func check(_ configuration: Configuration) throws(KafkaError) {
        guard let strategy = configuration["partition.assignment.strategy"], strategy.contains("cooperative"),
            !LibraryVersion.running.has(.cooperativeRebalance)
        else { return }
        throw KafkaError(
            .configure,
            .unsupportedFeature,
            subject: "partition.assignment.strategy",
            reason: "\(strategy) needs librdkafka \(LibraryFeature.cooperativeRebalance.since), this is "
                + "\(LibraryVersion.running): use range"
        )
    }

    /// Waits until topics exist, subscribes to the topics and joins the group.
    ///
    /// - Throws: `permanent` with the names of missing topics; `passing` if no broker answers.
    package func subscribe(to topics: [String], timeoutMilliseconds: Int32) throws(KafkaError) {
        try client.waitForTopics(
            topics,
            .subscribe,
            timeoutMilliseconds: timeoutMilliseconds
        ) { () throws(KafkaError) in
            try client.partitionCounts(of: topics, timeoutMilliseconds: timeoutMilliseconds)
        }
        let list = PartitionList(topics.map { TopicPartition($0, RD_KAFKA_PARTITION_UA) })
        try KafkaError.check(unsafe rd_kafka_subscribe(client.pointer, list.pointer), .subscribe)
    }

    /// Returns the next record or error; nil if the timeout passed, or if only other events were served.
    ///
    /// Call this function at least every `max.poll.interval.ms`, even if all partitions are paused.
    ///
    /// A timeout of 0 does not wait. The handler `rebalance` may call other methods of this consumer, but not `poll`.
    ///
    /// - Returns: The record or error. Release it soon, because it keeps a whole fetch response in memory.
    package func poll(timeoutMilliseconds: Int32, rebalance: (Rebalance) -> Void = { _ in }) -> Message? {
        let pointer = unsafe withRebalance(rebalance) { unsafe rd_kafka_consumer_poll($0, timeoutMilliseconds) }
        guard let pointer = unsafe pointer else {
            waker?.tookNothing()
            return nil
        }
        let message = unsafe Message(taking: pointer, from: client)
        waker?.took(message)
        return message
    }

    /// Sets the rebalance handler for the duration of one call into C.
    func withRebalance<Result>(_ rebalance: (Rebalance) -> Void, _ body: (OpaquePointer) -> Result) -> Result {
        withoutActuallyEscaping(rebalance) { rebalance in
            client.context.onRebalance = rebalance
            defer { client.context.onRebalance = nil }
            return unsafe body(client.pointer)
        }
    }

    /// Leaves the group, which revokes the assignment, within the given time.
    ///
    /// A static member (`group.instance.id`) stays in the group until its session times out, on purpose. The consumer
    /// cannot be used afterwards.
    ///
    /// - Returns: Whether the library finished in time. Otherwise the group removes the member after its session
    ///   timeout.
    package func close(timeoutMilliseconds: Int32, rebalance: (Rebalance) -> Void = { _ in }) -> Bool {
        let deadline = ContinuousClock.now + .milliseconds(Int64(timeoutMilliseconds))
        client.context.isClosing = true
        return unsafe withRebalance(rebalance) { client in
            guard let queue = unsafe rd_kafka_queue_new(client) else { return false }
            defer { unsafe rd_kafka_queue_destroy(queue) }
            guard unsafe KafkaError(.close, taking: rd_kafka_consumer_close_queue(client, queue)) == nil else {
                return false
            }
            while unsafe rd_kafka_consumer_closed(client) == 0 {
                guard ContinuousClock.now < deadline else { return false }
                // Drops records that were already fetched.
                if let message = unsafe rd_kafka_consume_queue(queue, 20) { unsafe rd_kafka_message_destroy(message) }
            }
            return true
        }
    }

    deinit { pollWakeup.end() }
}

import CRDKafka

/// A consumer with one owner thread: all calls come from it, and rebalances, log lines and notices are served on it.
///
/// One record per call: the library's batch calls run the rebalance callback halfway, when `position` already counts
/// records that nobody has seen yet. The same type reads one partition by hand: `assign` instead of `subscribe`.
package struct Consumer: ~Copyable {
    let client: ClientHandle
    /// Where the library can't be told to look at its queue more often.
    let waker: FetchWaker?

    /// Makes a consumer; nothing is read before `subscribe` or `assign`.
    ///
    /// Offsets travel in transactions only, so the library's own commits are off whatever the properties say. Unless the
    /// properties say otherwise: read_committed, `range` (eager: partitions are revoked before others get them), from
    /// the earliest record, with check sums.
    ///
    /// - Parameters:
    ///   - configuration: needs `bootstrap.servers` and `group.id`, also for reading by hand.
    ///   - onEvent: gets log lines and notices, on the owner's thread, while it polls.
    /// - Throws: `permanent` with every wrong property.
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
            // A small queue that is full is looked at again soon, and not only after a second.
            configuration.setDefault("fetch.queue.backoff.ms", "2")
        }
        try Self.check(configuration)
        let client = try ClientHandle(RD_KAFKA_CONSUMER, configuration, onEvent: onEvent)
        // From here on one call serves records, rebalances, log lines and notices.
        try KafkaError.check(unsafe rd_kafka_poll_set_consumer(client.pointer), .configure)
        self.client = client
        waker = LibraryVersion.running.has(.fetchQueueBackoff) ? nil : FetchWaker(client)
    }

    /// Refuses what the library that runs is too old for.
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

    /// Joins the group for these topics, after a look whether they are there, with some patience for new ones.
    ///
    /// - Throws: `permanent` with the names of missing topics; `passing` when no broker answers.
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

    /// The next record or error, or nil when the time is over or only other things were served.
    ///
    /// Must be called at least every `max.poll.interval.ms`, with partitions paused if need be.
    ///
    /// - Parameters:
    ///   - timeoutMilliseconds: how long to wait for a record; 0 only looks.
    ///   - rebalance: answers a rebalance; it may call this consumer's other methods, but not `poll`.
    /// - Returns: the record or error, to be let go of soon.
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

    /// Sets the owner's answer for the duration of one call into C.
    func withRebalance<Result>(_ rebalance: (Rebalance) -> Void, _ body: (OpaquePointer) -> Result) -> Result {
        withoutActuallyEscaping(rebalance) { rebalance in
            client.context.onRebalance = rebalance
            defer { client.context.onRebalance = nil }
            return unsafe body(client.pointer)
        }
    }

    /// Leaves the group in order, giving the owner its revoke, and waits no longer than it is told.
    ///
    /// A static member (`group.instance.id`) stays in the group for the session's timeout, on purpose. Afterwards the
    /// consumer answers nothing any more.
    ///
    /// - Returns: whether the library finished in time; if not, the group notices later, and nothing else is lost.
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
                // Records that were under way are of no interest any more.
                if let message = unsafe rd_kafka_consume_queue(queue, 20) { unsafe rd_kafka_message_destroy(message) }
            }
            return true
        }
    }
}

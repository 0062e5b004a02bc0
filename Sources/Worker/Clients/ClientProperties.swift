package import Kafka
import Vocabulary

/// The librdkafka properties of a lane: the worker's defaults, overridden by the properties that the user set.
package struct ClientProperties {
    let options: WorkerOptions
    let lane: Int
    var limits: TopicLimits

    init(options: WorkerOptions, lane: Int, limits: TopicLimits) {
        self.options = options
        self.lane = lane
        self.limits = limits
    }

    /// Creates the properties with default limits, before the limits of the topics are known.
    package init(_ options: WorkerOptions, lane: Int) {
        self.init(options: options, lane: lane, limits: TopicLimits())
    }

    private var common: Configuration {
        var configuration = Configuration()
        configuration.tokens = options.tokens
        configuration["bootstrap.servers"] = options.bootstrapServers
        configuration["client.id"] = "fork-worker-\(options.instanceID)-\(lane)"
        configuration["socket.nagle.disable"] = "true"
        // librdkafka then reconnects to a restarted broker within a second instead of ten.
        configuration["reconnect.backoff.max.ms"] = "1000"
        return configuration
    }

    /// Whether partitions are assigned and revoked incrementally.
    package var isCooperative: Bool { consumer["partition.assignment.strategy"] == Assignor.cooperativeSticky.rawValue }

    /// The session timeout of the group; 45 s is librdkafka's default.
    package var sessionMilliseconds: Int64 { consumer["session.timeout.ms"].flatMap { Int64($0) } ?? 45_000 }

    package var consumer: Configuration {
        var configuration = common
        configuration["group.id"] = options.groupID
        configuration["partition.assignment.strategy"] = options.assignor.rawValue
        let isStatic = !options.isEmbedded && !options.isDynamic
        if isStatic { configuration["group.instance.id"] = "\(options.instanceID)-\(lane)" }
        stopAtHoles(&configuration)
        boundQueue(&configuration)
        configuration = given(configuration)
        // Set last, because options must not change it: the probes find out from the statistics whether brokers answer.
        configuration["statistics.interval.ms"] = "5000"
        return configuration
    }

    /// The properties of a reader that does not join the group.
    package var reader: Configuration {
        var configuration = common
        configuration["group.id"] = options.groupID
        stopAtHoles(&configuration)
        boundQueue(&configuration)
        return given(configuration)
    }

    /// The properties of a reader that restores state.
    ///
    /// Each new assignment waits for the answer to the last fetch, and a fetch waits for new records. With librdkafka's
    /// default wait of half a second, a start with six partitions takes 4 s.
    package var restorer: Configuration {
        var configuration = reader
        configuration["fetch.wait.max.ms"] = "10"
        return configuration
    }

    /// The properties of a reader that looks up single records, with small fetches.
    package var recordSearch: Configuration {
        var configuration = restorer
        configuration["max.partition.fetch.bytes"] = "16384"
        configuration["queued.max.messages.kbytes"] = "1024"
        return configuration
    }

    /// The properties of a producer without transactions that tests the right to write to topics.
    package var writeProbe: Configuration {
        var configuration = common
        configuration["enable.idempotence"] = "false"
        configuration["message.timeout.ms"] = "4000"
        configuration["linger.ms"] = "0"
        return given(configuration)
    }

    /// The properties of the reader that looks up the first waiting upload, including uploads of open transactions.
    var firstRecords: Configuration {
        var configuration = recordSearch
        configuration["isolation.level"] = "read_uncommitted"
        return configuration
    }

    /// The timeout after which a broker aborts an open transaction.
    package var transactionMilliseconds: Int64 { number("transaction.timeout.ms", in: producer) ?? 60_000 }

    /// The length in bytes of the longest record that a valid upload can produce.
    var longestRecord: Int64 {
        let bounds = RecordBounds(options.rules)
        let form = options.rules.forms.isEmpty ? 0 : bounds.form
        return Int64(max(bounds.document, form, bounds.job, bounds.state))
    }

    /// The length in bytes of the longest dead letter that both its topic and the producer accept.
    package var longestDeadLetter: Int {
        min(limits.longestDeadLetter, number("message.max.bytes", in: producer).map { Int($0) } ?? .max)
    }

    /// The properties of the transactional producer.
    ///
    /// The transactional id is the same after a restart, so that the next process fences this one.
    package var producer: Configuration {
        var configuration = common
        configuration["transactional.id"] = TransactionalID.join(
            group: options.groupID,
            instance: options.instanceID,
            lane: lane
        )
        configuration["transaction.timeout.ms"] = "30000"
        // Works around librdkafka issue 5456: a call that waits for the group coordinator continues only when a
        // connection opens or closes, whatever its timeout. The producer's connections are idle meanwhile, so this
        // limit closes a connection and wakes the call. If there is no connection, the producer's own thread wakes the
        // call (`CoordinatorWaker`).
        configuration["connections.max.idle.ms"] = "15000"
        // A commit flushes the queue without waiting for this time. With a shorter time, each partition gets two
        // requests per commit, and the records of 30 uploads cost a quarter more CPU: if more than five requests are in
        // flight, librdkafka's thread polls the socket in a loop.
        configuration["linger.ms"] = "300"
        configuration["acks"] = "all"
        configuration["compression.codec"] = "lz4"
        // The largest limit of all topics, because a small limit of the dead-letter topic must not apply to documents.
        configuration["message.max.bytes"] = String(max(longestRecord, Int64(limits.longestDeadLetter)))
        configuration["queue.buffering.max.kbytes"] = String(options.memory.producerKiB)
        configuration["queue.buffering.max.messages"] = "500000"
        configuration = given(configuration)
        // Topics refuse longer batches, so a larger value of the user is lowered.
        let asked = number("batch.size", in: configuration) ?? .max
        configuration["batch.size"] = String(min(asked, Int64(limits.longestBatch)))
        return configuration
    }

    /// The properties of a producer without transactions, for writing state back.
    var plainProducer: Configuration {
        var configuration = common
        configuration["acks"] = "all"
        configuration["compression.codec"] = "lz4"
        configuration["batch.size"] = String(limits.longestBatch)
        configuration["queue.buffering.max.kbytes"] = String(options.memory.producerKiB)
        configuration = given(configuration)
        configuration["transactional.id"] = nil
        return configuration
    }

    package var admin: Configuration { given(common) }

    /// Makes the reader fail if its next record is missing, instead of continuing at another offset.
    private func stopAtHoles(_ configuration: inout Configuration) { configuration["auto.offset.reset"] = "error" }

    /// Bounds the memory for fetched records.
    private func boundQueue(_ configuration: inout Configuration) {
        configuration["queued.max.messages.kbytes"] = String(options.memory.consumerKiB)
        configuration["check.crcs"] = "true"
        // The embedded broker answers a fetch only after this time, even if there are records.
        if options.isEmbedded { configuration["fetch.wait.max.ms"] = "20" }
    }

    private func given(_ configuration: Configuration) -> Configuration {
        var configuration = configuration
        for property in options.properties { configuration[property.name] = property.value }
        return configuration
    }
}

import Health
package import Kafka

/// What a lane tells librdkafka: the worker's own properties, under those that were given by name.
package struct ClientProperties {
    let options: WorkerOptions
    let lane: Int
    var limits: TopicLimits

    init(options: WorkerOptions, lane: Int, limits: TopicLimits) {
        self.options = options
        self.lane = lane
        self.limits = limits
    }

    /// What is told before anything is known of the topics.
    package init(_ options: WorkerOptions, lane: Int) {
        self.init(options: options, lane: lane, limits: TopicLimits())
    }

    private var common: Configuration {
        var configuration = Configuration()
        configuration.tokens = options.tokens
        configuration["bootstrap.servers"] = options.bootstrapServers
        configuration["client.id"] = "fork-worker-\(options.instanceID)-\(lane)"
        configuration["socket.nagle.disable"] = "true"
        // A broker that is back is used within a second, not within ten.
        configuration["reconnect.backoff.max.ms"] = "1000"
        return configuration
    }

    /// Whether partitions come and go one by one.
    var isCooperative: Bool { consumer["partition.assignment.strategy"] == Assignor.cooperativeSticky.rawValue }

    /// How long the group waits for a member that is out of touch; by librdkafka's own default 45 s.
    var sessionMilliseconds: Int64 { consumer["session.timeout.ms"].flatMap { Int64($0) } ?? 45_000 }

    package var consumer: Configuration {
        var configuration = common
        configuration["group.id"] = options.groupID
        configuration["partition.assignment.strategy"] = options.assignor.rawValue
        let isStatic = !options.isEmbedded && !options.isDynamic
        if isStatic { configuration["group.instance.id"] = "\(options.instanceID)-\(lane)" }
        stopAtHoles(&configuration)
        boundQueue(&configuration)
        configuration = given(configuration)
        // By them it is known whether brokers answer, so that nobody can turn them off.
        configuration["statistics.interval.ms"] = "5000"
        return configuration
    }

    /// The reader of the changelog, which is no member of the group.
    var restorer: Configuration {
        var configuration = common
        configuration["group.id"] = options.groupID
        stopAtHoles(&configuration)
        boundQueue(&configuration)
        return given(configuration)
    }

    /// The reader that looks whether document topics have a committed record, for which little of each is enough.
    var recordSearch: Configuration {
        var configuration = restorer
        configuration["enable.partition.eof"] = "true"
        configuration["max.partition.fetch.bytes"] = "16384"
        configuration["queued.max.messages.kbytes"] = "1024"
        return configuration
    }

    /// How long a broker leaves a transaction open that nobody ends.
    var transactionMilliseconds: Int64 { number("transaction.timeout.ms", in: producer) ?? 60_000 }

    /// The longest record that can come of a valid upload.
    var longestRecord: Int64 {
        let bounds = RecordBounds(options.rules)
        return Int64(max(bounds.document, bounds.job, bounds.state))
    }

    /// The longest dead letter: as long as its topic takes, unless the producer was told to send less.
    package var longestDeadLetter: Int {
        min(limits.longestDeadLetter, number("message.max.bytes", in: producer).map { Int($0) } ?? .max)
    }

    /// The transactional producer.
    ///
    /// Its id is the same after a restart, so that the next process fences this one.
    package var producer: Configuration {
        var configuration = common
        configuration["transactional.id"] = TransactionalID.join(
            group: options.groupID,
            instance: options.instanceID,
            lane: lane
        )
        configuration["transaction.timeout.ms"] = "30000"
        // A call that waits for the group's coordinator looks again only when some connection comes or goes, whatever
        // time it was given (librdkafka issue 5456). While it waits, all of the producer's connections are idle: the
        // end of one is what wakes it; where there is none, the producer's own thread does (`CoordinatorWaker`).
        configuration["connections.max.idle.ms"] = "15000"
        // A commit sends what has gathered at once, and is due before this is over while uploads come one by one: until then
        // few requests are better than many. While more wait than the five that may be in flight, librdkafka's thread asks
        // the socket again and again; and 30 uploads' records in two requests for each partition cost a quarter more.
        configuration["linger.ms"] = "300"
        configuration["acks"] = "all"
        configuration["compression.codec"] = "lz4"
        // One limit for all topics: a small dead-letter topic must not make a document too long.
        configuration["message.max.bytes"] = String(max(longestRecord, Int64(limits.longestDeadLetter)))
        configuration["queue.buffering.max.kbytes"] = String(options.memory.producerKiB)
        configuration["queue.buffering.max.messages"] = "500000"
        configuration = given(configuration)
        // Longer batches than the topics take are refused again and again, whoever asks for them.
        let asked = number("batch.size", in: configuration) ?? .max
        configuration["batch.size"] = String(min(asked, Int64(limits.longestBatch)))
        return configuration
    }

    /// A producer without transactions, for state that is written back.
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

    var admin: Configuration { given(common) }

    /// Where the records to be read next are gone, or were never there, reading must not go on elsewhere without a word.
    private func stopAtHoles(_ configuration: inout Configuration) { configuration["auto.offset.reset"] = "error" }

    /// Bounds what was fetched and waits to be taken.
    private func boundQueue(_ configuration: inout Configuration) {
        configuration["queued.max.messages.kbytes"] = String(options.memory.consumerKiB)
        configuration["check.crcs"] = "true"
        // The embedded broker answers a fetch when its time is over, not when a record comes.
        if options.isEmbedded { configuration["fetch.wait.max.ms"] = "20" }
    }

    private func given(_ configuration: Configuration) -> Configuration {
        var configuration = configuration
        for property in options.properties { configuration[property.name] = property.value }
        return configuration
    }
}

import Health
package import Kafka

/// The settings of a lane's clients: the worker's own, under those that were given by name.
package struct ClientSettings {
    let settings: WorkerSettings
    let lane: Int
    var limits: TopicLimits

    init(settings: WorkerSettings, lane: Int, limits: TopicLimits) {
        self.settings = settings
        self.lane = lane
        self.limits = limits
    }

    /// The settings of a lane before anything is known of the topics.
    package init(_ settings: WorkerSettings, lane: Int) {
        self.init(settings: settings, lane: lane, limits: TopicLimits())
    }

    private var common: Configuration {
        var configuration = Configuration()
        configuration["bootstrap.servers"] = settings.bootstrapServers
        configuration["client.id"] = "fork-worker-\(settings.instanceID)-\(lane)"
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
        configuration["group.id"] = settings.groupID
        configuration["partition.assignment.strategy"] = settings.assignor.rawValue
        let isStatic = !settings.isEmbedded && !settings.isDynamic
        if isStatic { configuration["group.instance.id"] = "\(settings.instanceID)-\(lane)" }
        stopAtHoles(&configuration)
        boundQueue(&configuration)
        return given(configuration)
    }

    /// The reader of the changelog, which is no member of the group.
    var restorer: Configuration {
        var configuration = common
        configuration["group.id"] = settings.groupID
        stopAtHoles(&configuration)
        boundQueue(&configuration)
        return given(configuration)
    }

    /// How long a broker leaves a transaction open that nobody ends.
    var transactionMilliseconds: Int64 { number("transaction.timeout.ms", in: producer) ?? 60_000 }

    /// The longest record that can come of a valid upload.
    var longestRecord: Int64 {
        let bounds = RecordBounds(settings.rules)
        return Int64(max(bounds.document, bounds.job, bounds.state))
    }

    /// The longest dead letter: as long as its topic takes, unless the producer was told to send less.
    var longestDeadLetter: Int {
        min(limits.longestDeadLetter, number("message.max.bytes", in: producer).map { Int($0) } ?? .max)
    }

    /// The transactional producer.
    ///
    /// Its id is the same after a restart, so that the next process fences this one.
    package var producer: Configuration {
        var configuration = common
        configuration["transactional.id"] = TransactionalID.join(
            group: settings.groupID,
            instance: settings.instanceID,
            lane: lane
        )
        configuration["transaction.timeout.ms"] = "30000"
        // A call that waits for the group's coordinator looks again only when some connection comes or goes, whatever
        // time it was given (librdkafka issue 5456). While it waits, all of the producer's connections are idle: the
        // end of one is what wakes it; where there is none, the producer's own thread does (`CoordinatorWaker`).
        configuration["connections.max.idle.ms"] = "15000"
        // A commit sends what has gathered at once. Until then few requests are better than many: while more wait than
        // the five that may be in flight, librdkafka's thread asks the socket again and again.
        configuration["linger.ms"] = "50"
        configuration["acks"] = "all"
        configuration["compression.codec"] = "lz4"
        // One limit for all topics: a small dead-letter topic must not make a document too long.
        configuration["message.max.bytes"] = String(max(longestRecord, Int64(limits.longestDeadLetter)))
        configuration["queue.buffering.max.kbytes"] = String(settings.memory.producerKiB)
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
        configuration["queue.buffering.max.kbytes"] = String(settings.memory.producerKiB)
        configuration = given(configuration)
        configuration["transactional.id"] = nil
        return configuration
    }

    var admin: Configuration { given(common) }

    /// Where the records to be read next are gone, or were never there, reading must not go on elsewhere without a word.
    private func stopAtHoles(_ configuration: inout Configuration) { configuration["auto.offset.reset"] = "error" }

    /// Bounds what was fetched and waits to be taken.
    private func boundQueue(_ configuration: inout Configuration) {
        configuration["queued.max.messages.kbytes"] = String(settings.memory.consumerKiB)
        configuration["check.crcs"] = "true"
    }

    private func given(_ configuration: Configuration) -> Configuration {
        var configuration = configuration
        for property in settings.properties { configuration[property.name] = property.value }
        return configuration
    }
}

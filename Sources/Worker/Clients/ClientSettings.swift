import Kafka

/// The settings of a lane's clients: the worker's own, under those that were given by name.
struct ClientSettings {
    let settings: WorkerSettings
    let lane: Int
    let limits: TopicLimits

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

    /// The group's member.
    var consumer: Configuration {
        var configuration = common
        configuration["group.id"] = settings.groupID
        configuration["partition.assignment.strategy"] = settings.assignor.rawValue
        if !settings.isEmbedded { configuration["group.instance.id"] = "\(settings.instanceID)-\(lane)" }
        boundQueue(&configuration)
        return given(configuration)
    }

    /// The reader of the changelog, which is no member of the group.
    var restorer: Configuration {
        var configuration = common
        configuration["group.id"] = settings.groupID
        boundQueue(&configuration)
        configuration = given(configuration)
        // What was deleted from the changelog while it was read must not be stepped over.
        configuration["auto.offset.reset"] = "error"
        return configuration
    }

    /// The transactional producer.
    ///
    /// Its id is the same after a restart, so that the next process fences this one.
    var producer: Configuration {
        var configuration = common
        configuration["transactional.id"] = "\(settings.groupID)-\(settings.instanceID)-\(lane)"
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
        configuration["message.max.bytes"] = String(limits.longestDeadLetter)
        configuration["batch.size"] = String(limits.longestBatch)
        configuration["queue.buffering.max.kbytes"] = String(settings.memory.producerKiB)
        configuration["queue.buffering.max.messages"] = "500000"
        return given(configuration)
    }

    /// The administrator.
    var admin: Configuration { given(common) }

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

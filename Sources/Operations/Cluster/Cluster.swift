package import Health
package import Kafka
package import Observation
package import Worker

/// Where a command finds its brokers and topics, and who hears what the Kafka library says.
package struct Cluster: Sendable {
    /// Brokers, as librdkafka's `bootstrap.servers` takes them.
    package let bootstrapServers: String
    /// The group whose rights are used; no command joins it.
    package let groupID: String
    package let topics: TopicNames
    /// The topics that documents go to.
    package let routing: Rules.Routing
    /// Names and values for librdkafka.
    package let properties: [(name: String, value: String)]
    /// Who gets the tokens that clients log in with; nil: they don't log in by tokens.
    package let tokens: TokenKeeper?
    package let observer: Observer

    /// Fetched and not yet taken.
    private static let queueKiB = 16 << 10

    package init(
        bootstrapServers: String,
        groupID: String,
        topics: TopicNames,
        routing: Rules.Routing,
        properties: [(name: String, value: String)],
        tokens: TokenKeeper? = nil,
        observer: Observer
    ) {
        self.bootstrapServers = bootstrapServers
        self.groupID = groupID
        self.topics = topics
        self.routing = routing
        self.properties = properties
        self.tokens = tokens
        self.observer = observer
    }

    private var common: Configuration {
        var configuration: Configuration = [
            "bootstrap.servers": bootstrapServers, "client.id": "fork-worker",
            // A broker that is back is used within a second, not within ten.
            "reconnect.backoff.max.ms": "1000",
        ]
        configuration.tokens = tokens
        for property in properties { configuration[property.name] = property.value }
        return configuration
    }

    /// A reader of what is committed, by hand, with bounded queues, that is told where partitions end.
    package var reader: Configuration {
        var configuration = common
        configuration["group.id"] = groupID
        configuration["isolation.level"] = "read_committed"
        configuration["enable.partition.eof"] = "true"
        // What retention takes away while it is being read is passed over.
        configuration["auto.offset.reset"] = "earliest"
        // It reads what is there and does not wait for more: a request that waits at an end would hold up the next one,
        // which is for another place.
        configuration.setDefault("fetch.wait.max.ms", "20")
        configuration.setDefault("queued.max.messages.kbytes", String(Self.queueKiB))
        configuration.setDefault("fetch.max.bytes", String(Self.queueKiB << 10))
        return configuration
    }

    /// A producer that neither loses, doubles nor swaps records, of batches that its topic takes.
    package func producer(longestBatch: Int) -> Configuration {
        var configuration = common
        configuration["acks"] = "all"
        configuration["enable.idempotence"] = "true"
        // Java's, so that all of a connection lie where other producers put them.
        configuration["partitioner"] = "murmur2_random"
        configuration.setDefault("compression.codec", "lz4")
        // A batch that is longer than its topic takes is refused with all that is in it; one record is a batch too.
        configuration["batch.size"] = String(max(1, min(1_000_000, longestBatch - 512)))
        configuration["message.max.bytes"] = String(Self.longestRecord)
        configuration.setDefault("queue.buffering.max.kbytes", String(2 * Self.longestRecord >> 10))
        configuration.setDefault("queue.buffering.max.messages", "10000")
        return configuration
    }

    /// Longer ones fit into no topic that a worker reads; how long a topic's own may be is the broker's to say.
    private static let longestRecord = 64 << 20

    var admin: Configuration { common }

    /// For the `onEvent` of a client.
    var events: (ClientEvent) -> Void { ClientReports.sink(observer) }
}

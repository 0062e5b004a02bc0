package import Kafka
package import Observation
package import Vocabulary
package import Worker

/// The brokers, topics and client options of a command, with its observer and its progress display.
package struct Cluster {
    /// The addresses for librdkafka's `bootstrap.servers`.
    package let bootstrapServers: String
    /// The consumer group of the workers.
    ///
    /// Commands do not join this group, but they need rights to it.
    package let groupID: String
    package let topics: TopicNames
    /// The rule that chooses the topic of a document.
    package let routing: Rules.Routing
    /// Further librdkafka properties, by name.
    package let properties: [(name: String, value: String)]
    /// Provides the tokens for SASL/OAUTHBEARER; nil if clients do not log in with tokens.
    package let tokens: TokenKeeper?
    package let observer: Observer
    /// The progress display of all operations, which throw `OperationError.cancelled` after a signal.
    package private(set) var progress: Progress
    let contact: BrokerContact

    /// The limit for fetched messages that the command has not yet consumed.
    private static let queueKiB = 16 << 10

    package init(
        bootstrapServers: String,
        groupID: String,
        topics: TopicNames,
        routing: Rules.Routing,
        properties: [(name: String, value: String)],
        tokens: TokenKeeper? = nil,
        observer: Observer,
        progress: Progress = Progress()
    ) {
        contact = BrokerContact(bootstrapServers: bootstrapServers)
        self.bootstrapServers = bootstrapServers
        self.groupID = groupID
        self.topics = topics
        self.routing = routing
        self.properties = properties
        self.tokens = tokens
        self.observer = observer
        self.progress = progress
    }

    /// A copy for operations that show no progress and are not cancelled by a signal.
    var withoutProgress: Cluster {
        var copy = self
        copy.progress = Progress()
        return copy
    }

    private var common: Configuration {
        var configuration: Configuration = [
            "bootstrap.servers": bootstrapServers, "client.id": "fork-worker",
            // By default, librdkafka waits up to ten seconds before it reconnects to a broker that is back.
            "reconnect.backoff.max.ms": "1000",
        ]
        configuration.tokens = tokens
        for property in properties { configuration[property.name] = property.value }
        return configuration
    }

    /// The configuration of a consumer with manual assignment that reads committed records.
    var reader: Configuration {
        var configuration = common
        configuration["group.id"] = groupID
        configuration["isolation.level"] = "read_committed"
        // If retention deletes records while they are being read, the reader continues with the next record.
        configuration["auto.offset.reset"] = "earliest"
        // The reader stops at the end offsets and does not wait for new records. A fetch that waits at the end of one
        // partition would delay the next fetch from the same broker.
        configuration.setDefault("fetch.wait.max.ms", "20")
        configuration.setDefault("queued.max.messages.kbytes", String(Self.queueKiB))
        configuration.setDefault("fetch.max.bytes", String(Self.queueKiB << 10))
        return configuration
    }

    /// Returns the configuration of an idempotent producer with batches of at most `longestBatch` bytes.
    func producer(longestBatch: Int) -> Configuration {
        var configuration = common
        configuration["acks"] = "all"
        configuration["enable.idempotence"] = "true"
        // The partitioner of Kafka's Java client, so that a connection stays in the partition that other producers use.
        configuration["partitioner"] = "murmur2_random"
        configuration.setDefault("compression.codec", "lz4")
        // The broker rejects a whole batch that is longer than the topic allows, even if it contains only one record.
        configuration["batch.size"] = String(max(1, min(1_000_000, longestBatch - 512)))
        configuration["message.max.bytes"] = String(Self.longestRecord)
        configuration.setDefault("queue.buffering.max.kbytes", String(2 * Self.longestRecord >> 10))
        configuration.setDefault("queue.buffering.max.messages", "10000")
        return configuration
    }

    /// The longest record that a worker reads, in bytes.
    ///
    /// The limit of a topic can be lower; the broker enforces it.
    private static let longestRecord = 64 << 20

    var admin: Configuration { common }

    /// The transactional id of all processes that change connection settings for the workers of the group.
    var settingsID: String { "\(groupID).connections" }

    /// The callback for the `onEvent` parameter of a client; it reports events to the observer.
    var events: (ClientEvent) -> Void {
        let report = ClientReports.sink(observer)
        return { [contact] event in
            contact.note(event)
            report(event)
        }
    }
}

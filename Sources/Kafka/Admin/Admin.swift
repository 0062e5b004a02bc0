import CRDKafka

/// A blocking admin client with one owner thread: creates topics, and describes topics and groups.
package struct Admin: LogClient, ~Copyable {
    package let client: ClientHandle

    /// The isolation level, which decides the end offsets that `watermarks` returns.
    package enum Isolation: String, Sendable {
        /// The last stable offset, at which the first open transaction begins.
        case committed = "read_committed"
        /// The high watermark, up to which all in-sync replicas have the records.
        case uncommitted = "read_uncommitted"
    }

    /// Creates a client; the configuration may also contain properties of producers and consumers.
    ///
    /// - Parameters:
    ///   - configuration: Needs `bootstrap.servers`.
    ///   - isolation: Decides the end offsets that `watermarks` returns.
    ///   - onEvent: Receives log lines and notices on the owner's thread during `poll`.
    /// - Throws: An error of the kind `permanent` that names every invalid property.
    package init(
        _ configuration: Configuration,
        isolation: Isolation = .committed,
        onEvent: @escaping (ClientEvent) -> Void = { _ in }
    ) throws(KafkaError) {
        var configuration = configuration
        // The client is a consumer without a group, because the isolation level is a property of consumers.
        configuration["group.id"] = nil
        configuration["group.instance.id"] = nil
        configuration["transactional.id"] = nil
        configuration["isolation.level"] = isolation.rawValue
        client = try ClientHandle(RD_KAFKA_CONSUMER, configuration, onEvent: onEvent)
    }

    package func poll(timeoutMilliseconds: Int32) {
        _ = unsafe rd_kafka_poll(client.pointer, timeoutMilliseconds)
    }

    /// Returns the id of the cluster.
    ///
    /// - Throws: `passing` if no broker answers in time.
    package func clusterID(timeoutMilliseconds: Int32) throws(KafkaError) -> String {
        guard let id = unsafe rd_kafka_clusterid(client.pointer, timeoutMilliseconds) else {
            throw KafkaError(.metadata, .timedOut, reason: "no broker has answered with the id of the cluster")
        }
        defer { unsafe rd_kafka_mem_free(client.pointer, id) }
        return unsafe String(cString: id)
    }
}

import Kafka

/// The topic that lines go to, and what its brokers say of them.
struct SendSink: ~Copyable {
    private let producer: Producer
    private let topic: String
    private let servers: String

    private static let warmUpMilliseconds: Int32 = 5_000

    /// Looks for the topic, and makes a producer for it.
    init(_ topic: String, in cluster: Cluster) throws(OperationError) {
        let admin = try OperationError.of { () throws(KafkaError) in
            try Admin(cluster.admin, onEvent: cluster.events)
        }
        try Self.find(topic, admin, cluster)
        let settings = cluster.producer(longestBatch: cluster.longestBatch(of: [topic], admin))
        producer = try OperationError.of { () throws(KafkaError) in
            let producer = try Producer(settings, onEvent: cluster.events)
            try producer.warmUp([topic], timeoutMilliseconds: Self.warmUpMilliseconds)
            return producer
        }
        self.topic = topic
        servers = cluster.bootstrapServers
    }

    private static func find(_ topic: String, _ admin: borrowing Admin, _ cluster: Cluster) throws(OperationError) {
        do throws(OperationError) {
            let counts = try Patience().ask(cluster) { timeout throws(KafkaError) in
                try admin.partitionCounts(of: [topic], timeoutMilliseconds: timeout)
            }
            if counts[topic] != nil { return }
        } catch {
            // What the library has to say of it is served now, before the error is told.
            admin.poll(timeoutMilliseconds: 0)
            throw error
        }
        throw OperationError(
            "the topic \(topic) is missing on \(cluster.bootstrapServers): check --topic-prefix, or let "
                + "fork-worker run --create-topics make it"
        )
    }

    /// Hands a line to the library.
    ///
    /// - Returns: whether it may be sent at all; one that is too long may not.
    func send(_ line: [UInt8], key: [UInt8], number: Int) throws(OperationError) -> Bool {
        do throws(KafkaError) {
            try producer.produce(to: topic, key: key.span.rawBytes, value: line.span.rawBytes, number: number)
            return true
        } catch {
            guard error.kind == .tooLarge else { throw OperationError(error) }
            return false
        }
    }

    /// What the brokers have said, waiting for it as long as said.
    func deliveries(waitMilliseconds: Int32) -> [Delivery] {
        producer.poll(timeoutMilliseconds: waitMilliseconds)
        return producer.takeDeliveries()
    }

    func silence() -> OperationError { .silence(servers, seconds: Patience.seconds) }
}

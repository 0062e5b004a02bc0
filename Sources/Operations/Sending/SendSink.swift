import Kafka

/// A producer for one topic.
struct SendSink: ~Copyable {
    private let producer: Producer
    private let topic: String
    private let contact: BrokerContact

    /// Checks that the topic exists, and creates its producer.
    init(_ topic: String, in cluster: Cluster) throws(OperationError) {
        let admin = try cluster.openAdmin()
        let counts = try BrokerDeadline().ask(cluster) { timeout throws(KafkaError) in
            try admin.partitionCounts(of: [topic], timeoutMilliseconds: timeout)
        }
        guard counts[topic] != nil else {
            throw OperationError(
                "the topic \(topic) is missing on \(cluster.bootstrapServers): check --topic-prefix, or let "
                    + "fork-worker run --create-topics make it"
            )
        }
        let producer = try cluster.openProducer(longestBatch: cluster.longestBatch(of: [topic], admin))
        try BrokerDeadline().ask(cluster) { timeout throws(KafkaError) in
            try producer.warmUp([topic], timeoutMilliseconds: timeout)
        }
        self.producer = producer
        self.topic = topic
        contact = cluster.contact
    }

    /// Passes a line to the producer; returns false if the line is too long.
    func send(_ line: [UInt8], key: [UInt8], number: Int) throws(OperationError) -> Bool {
        do throws(KafkaError) {
            try producer.produce(to: topic, key: key.span.rawBytes, value: line.span.rawBytes, number: number)
            return true
        } catch {
            guard error.kind == .tooLarge else { throw OperationError(error) }
            return false
        }
    }

    /// Waits up to this time for delivery reports, and returns all new reports.
    func deliveries(waitMilliseconds: Int32) -> [Delivery] {
        producer.poll(timeoutMilliseconds: waitMilliseconds)
        return producer.takeDeliveries()
    }

    func silence() -> OperationError { contact.silence(seconds: BrokerDeadline.seconds) }
}

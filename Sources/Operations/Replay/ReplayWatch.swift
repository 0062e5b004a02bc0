import Kafka
import Vocabulary
package import Worker

/// Observes the progress of all processes of a replay, as a client that never joins the group.
package struct ReplayWatch: ~Copyable {
    private static let askMilliseconds: Int32 = 1_000
    private static let pause = Duration.milliseconds(500)

    private let consumer: Consumer
    private let inputs: [TopicPartition: Input]
    private let range: ReplayRange
    private let first: [Input: Int64]
    private var askedAt: ContinuousClock.Instant?

    /// Creates a watch; `cluster` has the replay's own group.
    ///
    /// - Throws: If brokers do not answer.
    package init(_ range: ReplayRange, in cluster: Cluster) throws(OperationError) {
        let consumer = try cluster.openConsumer()
        var inputs: [TopicPartition: Input] = [:]
        for number in 0..<range.partitions {
            inputs[TopicPartition(cluster.topics.uploads, number)] = .uploads(number)
            inputs[TopicPartition(cluster.topics.connections, number)] = .connections(number)
        }
        let places = Array(inputs.keys)
        let ends = try BrokerDeadline().ask(cluster) { timeout throws(KafkaError) in
            try consumer.watermarks(of: places, timeoutMilliseconds: timeout)
        }
        var first: [Input: Int64] = [:]
        for (place, input) in inputs { first[input] = ends[place]?.low }
        self.consumer = consumer
        self.inputs = inputs
        self.range = range
        self.first = first
    }

    /// Returns the progress, at most twice a second; nil if it is too early, or if the brokers do not answer.
    package mutating func look() -> ReplayProgress? {
        let now = ContinuousClock.now
        if let askedAt, now - askedAt < Self.pause { return nil }
        askedAt = now
        guard let known = try? consumer.committed(Array(inputs.keys), timeoutMilliseconds: Self.askMilliseconds) else {
            return nil
        }
        var committed: [Input: Int64] = [:]
        for (place, offset) in known { if let input = inputs[place] { committed[input] = offset } }
        return ReplayProgress(range, committed: committed, first: first)
    }
}

import Glibc
import Kafka

extension Admin {
    private static let pauseMicroseconds: UInt32 = 100_000

    /// Deletes topics; throws a transient error while brokers still list one of them.
    ///
    /// A broker confirms a deletion before it updates its own metadata. Until the update, later commands would still
    /// find the topics. In librdkafka 2.0.2, a consumer of a topic that disappears may wait forever.
    func deleteUntilGone(_ topics: [String], timeoutMilliseconds: Int32) throws(KafkaError) {
        try deleteTopics(topics, timeoutMilliseconds: timeoutMilliseconds)
        let left = try partitionCounts(of: topics, timeoutMilliseconds: timeoutMilliseconds).keys.sorted()
        guard !left.isEmpty else { return }
        usleep(Self.pauseMicroseconds)
        throw KafkaError(
            .metadata,
            .leaderNotAvailable,
            reason: "\(left.joined(separator: ", ")) are not gone yet"
        )
    }
}

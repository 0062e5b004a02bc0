import Glibc
import Kafka
import Vocabulary
import Worker

/// Waits until workers have applied the forget settings.
extension Forgetting {
    private static let lookEveryMicroseconds: UInt32 = 200_000
    private static let advice = "the finished steps are kept; run the command again to continue"

    /// Waits until the group has committed an offset after the settings.
    func waitForGroup(_ order: Order, _ left: inout Duration) throws(OperationError) {
        let begun = ContinuousClock.now
        guard try cluster.waitForGroup(past: [order.place: order.offset], within: left).isEmpty else {
            throw OperationError(
                """
                no worker of the group \(cluster.groupID) has committed \(order) within \(timeout): check whether one is running and \
                serves that partition; \(Self.advice)
                """
            )
        }
        left -= ContinuousClock.now - begun
    }

    /// Reads the state topic until the connection has no live key in it.
    func waitForState(
        _ order: Order,
        within left: Duration,
        into search: inout TraceSearch
    ) throws(OperationError) {
        let place = TopicPartition(cluster.topics.state, order.place.partition)
        var begun: ContinuousClock.Instant?
        var next: Int64 = 0
        while true {
            cluster.progress.title = "reading \(place.topic)"
            let reader = try TopicReader(cluster)
            try reader.read([place], from: .offset(next)) { message throws(OperationError) in
                next = message.offset + 1
                search.take(message)
            }
            guard let live = search.found[place]?.live.count, live > 0 else { return }
            // The timeout does not include the first pass over the topic.
            begun = begun ?? .now
            guard ContinuousClock.now - (begun ?? .now) < left else {
                throw OperationError(
                    """
                    workers of \(cluster.groupID) have committed \(order), but \(live) records of \(connection.string) are \
                    still live in \(place.topic): check whether the workers are older than this version or have refused the settings \
                    (fork-worker dead-letters list --connection \(connection.string)); \(Self.advice)
                    """
                )
            }
            cluster.progress.title = "waiting for a worker of \(cluster.groupID)"
            try cluster.progress.checkCancellation()
            usleep(Self.lookEveryMicroseconds)
        }
    }
}

import Glibc
import Health
import Kafka
import Worker

/// The waits for workers.
extension Forgetting {
    private static let lookEveryMicroseconds: UInt32 = 200_000
    private var goesOn: String { "the finished steps are kept; run the command again to continue" }

    /// Waits until the group has committed the settings; returns false if the work was stopped.
    func waitForGroup(
        _ order: Order,
        _ left: inout Duration,
        _ work: inout LongWork
    ) throws(OperationError) -> Bool {
        work.title = "waiting for a worker of \(cluster.groupID)"
        let reader = try TopicReader(cluster)
        let begun = ContinuousClock.now
        while try reader.committed(order.place) ?? 0 <= order.offset {
            guard work.goesOn() else { return false }
            guard ContinuousClock.now - begun < left else {
                throw OperationError(
                    """
                    no worker of the group \(cluster.groupID) has committed \(order) within \(timeout): check whether one is running and \
                    serves that partition; \(goesOn)
                    """
                )
            }
            usleep(Self.lookEveryMicroseconds)
        }
        left -= ContinuousClock.now - begun
        return true
    }

    /// Reads the state topic until the connection has no live key in it; returns false if the work was stopped.
    func waitForState(
        _ order: Order,
        within left: Duration,
        into search: inout TraceSearch,
        _ work: inout LongWork
    ) throws(OperationError) -> Bool {
        let place = TopicPartition(cluster.topics.state, order.place.partition)
        var begun: ContinuousClock.Instant?
        var next: Int64 = 0
        while true {
            work.title = "reading \(place.topic)"
            let reader = try TopicReader(cluster)
            let isWhole = try reader.read([place], from: .offset(next), &work) { message throws(OperationError) in
                next = message.offset + 1
                search.take(message)
            }
            if !isWhole { return false }
            guard let live = search.found[place]?.live.count, live > 0 else { return true }
            // The timeout does not include the first pass over the topic.
            begun = begun ?? .now
            guard ContinuousClock.now - (begun ?? .now) < left else {
                throw OperationError(
                    """
                    workers of \(cluster.groupID) have committed \(order), but \(live) records of \(connection.string) are \
                    still live in \(place.topic): check whether the workers are older than this version or have refused the settings \
                    (fork-worker dead-letters list --connection \(connection.string)); \(goesOn)
                    """
                )
            }
            work.title = "waiting for a worker of \(cluster.groupID)"
            guard work.goesOn() else { return false }
            usleep(Self.lookEveryMicroseconds)
        }
    }
}

import Glibc
import Health
import Kafka
import Worker

/// What the command waits for.
extension Forgetting {
    private static let lookEveryMicroseconds: UInt32 = 200_000
    private var goesOn: String { "what is done stays done: run it again to go on" }

    /// Waits until the group has taken the settings; false when the work was stopped.
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
                    no worker of the group \(cluster.groupID) has taken \(order) within \(timeout): is one running, and \
                    serving that partition? \(goesOn)
                    """
                )
            }
            usleep(Self.lookEveryMicroseconds)
        }
        left -= ContinuousClock.now - begun
        return true
    }

    /// Reads the state up to where nothing of the connection is live in it; false when the work was stopped.
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
            // How long the reading takes is the topic's, not the workers'.
            begun = begun ?? .now
            guard ContinuousClock.now - (begun ?? .now) < left else {
                throw OperationError(
                    """
                    workers of \(cluster.groupID) have taken \(order), and \(live) records of \(connection.string) are \
                    still live in \(place.topic): are they older than this version, or were the settings refused \
                    (fork-worker dead-letters list --connection \(connection.string))? \(goesOn)
                    """
                )
            }
            work.title = "waiting for a worker of \(cluster.groupID)"
            guard work.goesOn() else { return false }
            usleep(Self.lookEveryMicroseconds)
        }
    }
}

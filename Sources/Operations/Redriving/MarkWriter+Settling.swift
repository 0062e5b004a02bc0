import Glibc
import Kafka

extension MarkWriter {
    /// So long an open transaction of somebody else is waited for: longer than a worker's may take.
    private static let settlingSeconds = 60
    private static let lookMicroseconds: UInt32 = 50_000

    /// Waits until what others have begun to write to these partitions is over: a mark that was committed behind it is not
    /// seen before.
    ///
    /// - Returns: whether marks may be read; false when the work was stopped.
    func settle(
        _ partitions: [TopicPartition],
        in cluster: Cluster,
        _ work: inout LongWork
    ) throws(OperationError) -> Bool {
        let all = try Self.admin(.uncommitted, cluster)
        let committed = try Self.admin(.committed, cluster)
        let deadline = ContinuousClock.now + .seconds(Self.settlingSeconds)
        for partition in partitions {
            let end = try Self.end(of: partition, all, cluster)
            while try Self.end(of: partition, committed, cluster) < end {
                guard work.goesOn() else { return false }
                guard ContinuousClock.now < deadline else {
                    throw OperationError(
                        "a transaction on \(partition) has been open for more than \(Self.settlingSeconds) s, and marks may "
                            + "lie behind it: run this again when it has ended"
                    )
                }
                usleep(Self.lookMicroseconds)
            }
        }
        return true
    }

    private static func admin(_ isolation: Admin.Isolation, _ cluster: Cluster) throws(OperationError) -> Admin {
        try OperationError.of { () throws(KafkaError) in
            try Admin(cluster.admin, isolation: isolation, onEvent: cluster.events)
        }
    }

    private static func end(
        of partition: TopicPartition,
        _ admin: borrowing Admin,
        _ cluster: Cluster
    ) throws(OperationError) -> Int64 {
        try Patience().ask(cluster) { timeout throws(KafkaError) in
            try admin.watermarks(of: partition, timeoutMilliseconds: timeout).high
        }
    }
}

import Glibc
import Kafka

extension Cluster {
    /// How long to wait for an open transaction of another producer; longer than a transaction of a worker may take.
    private static let settlingSeconds = 60
    private static let lookMicroseconds: UInt32 = 50_000

    /// Waits until all transactions that are open on these partitions have ended.
    ///
    /// A `read_committed` reader cannot see records after an open transaction.
    func settle(_ partitions: [TopicPartition]) throws(OperationError) {
        let all = try openAdmin(isolation: .uncommitted)
        let committed = try openAdmin()
        let deadline = ContinuousClock.now + .seconds(Self.settlingSeconds)
        for partition in partitions {
            let last = try end(of: partition, all)
            while try end(of: partition, committed) < last {
                try progress.checkCancellation()
                guard ContinuousClock.now < deadline else {
                    throw OperationError(
                        "a transaction on \(partition) has been open for more than \(Self.settlingSeconds) s and may hide "
                            + "records after it: run the command again when the transaction has ended"
                    )
                }
                usleep(Self.lookMicroseconds)
            }
        }
    }

    private func end(of partition: TopicPartition, _ admin: borrowing Admin) throws(OperationError) -> Int64 {
        try BrokerDeadline().ask(self) { timeout throws(KafkaError) in
            try admin.watermarks(of: partition, timeoutMilliseconds: timeout).high
        }
    }
}

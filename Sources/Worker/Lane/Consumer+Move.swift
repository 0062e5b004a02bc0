package import Kafka
package import System

extension Consumer {
    /// The maximum number of tries of a seek, 20 ms apart.
    private static let seekAttempts = 50

    /// Moves assigned partitions to offsets.
    ///
    /// librdkafka rejects a seek for a moment after an assignment, so the seek is tried again. librdkafka also rejects
    /// every seek in a partition that stopped because its next record was deleted. Such a partition needs a new
    /// assignment.
    ///
    /// `all` returns all assigned partitions, with the offsets at which they continue after a new assignment.
    package func move(
        _ offsets: [(partition: TopicPartition, offset: Int64)],
        _ clocks: Clocks,
        orAssign all: () -> [Assignment]
    ) throws(KafkaError) {
        for (partition, offset) in offsets {
            for attempt in 1...Self.seekAttempts {
                do throws(KafkaError) {
                    try seek(partition, to: .offset(offset), timeoutMilliseconds: 1_000)
                    break
                } catch {
                    guard error.kind == .passing else { throw error }
                    guard attempt < Self.seekAttempts else { return try assignAgain(all()) }
                    clocks.sleep(milliseconds: 20)
                }
            }
        }
    }
}

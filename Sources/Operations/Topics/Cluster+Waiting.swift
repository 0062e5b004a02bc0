import Glibc
import Kafka

extension Cluster {
    private static let lookEveryMicroseconds: UInt32 = 200_000

    /// Whether the brokers keep the offsets that groups commit; the embedded broker of a sandbox does not.
    func keepsOffsets() throws(OperationError) -> Bool {
        let admin = try openAdmin()
        return try BrokerDeadline().ask(self) { timeout throws(KafkaError) in
            do throws(KafkaError) {
                _ = try admin.members(ofGroup: groupID, timeoutMilliseconds: timeout)
                return true
            } catch {
                guard error.code == .unsupportedFeature else { throw error }
                return false
            }
        }
    }

    /// Waits until the group has committed offsets after these records.
    ///
    /// `offsets` has the offset of the last record of each partition. `limit` is the longest wait.
    ///
    /// - Throws: If no broker answers, if a broker refuses a request, or if the command is cancelled.
    /// - Returns: The entries of `offsets` that the group has not committed in time.
    func waitForGroup(
        past offsets: [TopicPartition: Int64],
        within limit: Duration
    ) throws(OperationError) -> [TopicPartition: Int64] {
        progress.title = "waiting for a worker of \(groupID)"
        let reader = try TopicReader(self)
        let end = ContinuousClock.now + limit
        var left = offsets
        while true {
            for (place, offset) in left where try reader.committed(place) ?? 0 > offset { left[place] = nil }
            if left.isEmpty || ContinuousClock.now >= end { return left }
            try progress.checkCancellation()
            usleep(Self.lookEveryMicroseconds)
        }
    }
}

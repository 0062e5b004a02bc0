import Kafka

/// A deadline for brokers that do not answer, shorter than the 30 s in which a command must end.
struct BrokerDeadline {
    static let seconds: Int64 = 25
    private static let callMilliseconds: Int64 = 10_000

    private let deadline = ContinuousClock.now + .seconds(seconds)

    /// Sends a request to the brokers, and retries transient errors until the deadline.
    ///
    /// A broker that is starting, or that has lost a partition leader, cannot answer at once.
    func ask<Found>(
        _ cluster: Cluster,
        _ question: (_ timeoutMilliseconds: Int32) throws(KafkaError) -> Found
    ) throws(OperationError) -> Found {
        while true {
            let left = (deadline - .now) / .milliseconds(1)
            do throws(KafkaError) {
                return try question(Int32(min(max(left, 1_000), Double(Self.callMilliseconds))))
            } catch {
                guard error.kind == .passing else { throw OperationError(error) }
                guard ContinuousClock.now < deadline else {
                    let isSilence = [.timedOut, .timedOutInQueue, .transport, .allBrokersDown].contains(error.code)
                    throw isSilence ? .silence(cluster.bootstrapServers, seconds: Self.seconds) : OperationError(error)
                }
            }
        }
    }
}

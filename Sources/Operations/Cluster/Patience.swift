import Kafka

/// How long a command waits for brokers that say nothing: shorter than the 30 s within which it has to end.
struct Patience {
    static let seconds: Int64 = 25
    private static let callMilliseconds: Int64 = 10_000

    private let deadline = ContinuousClock.now + .seconds(seconds)

    /// Asks again what a broker does not answer at once, as one that starts or has just lost a leader.
    func ask<Answer>(
        _ cluster: Cluster,
        _ question: (_ timeoutMilliseconds: Int32) throws(KafkaError) -> Answer
    ) throws(OperationError) -> Answer {
        while true {
            let left = (deadline - .now) / .milliseconds(1)
            do throws(KafkaError) {
                return try question(Int32(min(max(left, 1_000), Double(Self.callMilliseconds))))
            } catch {
                guard error.kind == .passing else { throw OperationError(error) }
                guard ContinuousClock.now < deadline else {
                    let isSilence = error.code == .timedOut || error.code == .transport || error.code == .allBrokersDown
                    throw isSilence ? .silence(cluster.bootstrapServers, seconds: Self.seconds) : OperationError(error)
                }
            }
        }
    }
}

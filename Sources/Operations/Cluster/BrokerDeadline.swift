import Kafka

/// A deadline for brokers that do not answer, shorter than the 30 s in which a command must end.
struct BrokerDeadline {
    static let seconds: Int64 = 25
    private static let callMilliseconds: Int64 = 10_000

    private let deadline = ContinuousClock.now + .seconds(seconds)

    /// The seconds that are left, rounded up; 0 after the deadline.
    var secondsLeft: Int64 { max(0, Int64(((deadline - .now) / .seconds(1)).rounded(.up))) }

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
                // Throws if no broker answers any longer. If only this request was not answered, it is sent again.
                if error.isSilence { try cluster.contact.make(cluster, until: self) }
                guard ContinuousClock.now < deadline else { throw OperationError(error) }
            }
        }
    }
}

extension KafkaError {
    /// Whether the error says only that no broker has answered.
    var isSilence: Bool { [.timedOut, .timedOutInQueue, .transport, .allBrokersDown].contains(code) }
}

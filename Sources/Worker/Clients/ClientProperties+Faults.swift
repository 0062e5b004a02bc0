import Kafka
import Vocabulary

/// Checks of librdkafka properties on which the guarantees of the worker depend.
extension ClientProperties {
    /// The allowed values of properties; a property with an empty list has its own option of the worker.
    private static let fixed: [String: [String]] = [
        "acks": ["all", "-1"], "request.required.acks": ["all", "-1"], "auto.commit.enable": ["false"],
        "auto.offset.reset": ["error"], "enable.auto.commit": ["false"], "enable.auto.offset.store": ["false"],
        "enable.idempotence": ["true"], "group.id": [], "group.instance.id": [], "group.protocol": ["classic"],
        "isolation.level": ["read_committed"],
        "partition.assignment.strategy": Assignor.allCases.map(\.rawValue), "transactional.id": [],
    ]
    /// The broker's interval between checks for expired transactions, 10 s, and 2 s for requests in flight.
    private static let scanMilliseconds: Int64 = 12_000
    /// With a slow broker, a commit of a busy lane takes several seconds.
    private static let leastTransactionMilliseconds: Int64 = 5_000
    /// The longest time without a poll, while a lane retries a commit and then the abort.
    private static let leastPollMilliseconds: Int64 = 60_000

    /// The first property that breaks a guarantee, as a sentence with advice, or nil.
    package var fault: String? {
        for (name, value) in options.properties {
            guard let allowed = Self.fixed[name], !allowed.contains(value) else { continue }
            return allowed.isEmpty
                ? "--kafka \(name) is the worker's own: leave it out"
                : "--kafka \(name)=\(value) could lose or duplicate records: remove it, the worker sets \(allowed[0])"
        }
        let session = sessionMilliseconds
        let transaction = transactionMilliseconds
        if transaction < Self.leastTransactionMilliseconds {
            return "transaction.timeout.ms is \(transaction): it must be at least "
                + "\(Self.leastTransactionMilliseconds), or a broker ends transactions that are still being written"
        }
        let interval = options.limits.intervalMilliseconds
        if interval * 2 > transaction {
            return
                "--commit-interval is \(interval) ms and transaction.timeout.ms \(transaction): the interval must be at most "
                + "half of it, \(transaction / 2) ms, or a broker ends transactions that are still open"
        }
        if session < transaction + Self.scanMilliseconds {
            return "session.timeout.ms is \(session) and transaction.timeout.ms \(transaction): the session must be "
                + "longer by at least \(Self.scanMilliseconds), \(transaction + Self.scanMilliseconds) or more, so that "
                + "a transaction of a stalled worker has ended before another takes its partitions"
        }
        if let poll = number("max.poll.interval.ms", in: consumer), poll < max(session, Self.leastPollMilliseconds) {
            return "max.poll.interval.ms is \(poll): it must be at least \(max(session, Self.leastPollMilliseconds)), "
                + "since a commit whose broker is slow may take so long, and no less than session.timeout.ms"
        }
        if let heartbeat = number("heartbeat.interval.ms", in: consumer), heartbeat * 2 > session {
            return "heartbeat.interval.ms is \(heartbeat): it must be at most half of session.timeout.ms, \(session)"
        }
        if let longest = number("message.max.bytes", in: producer), longest < longestRecord {
            return "message.max.bytes is \(longest): records of \(longestRecord) bytes can result from valid uploads"
        }
        return nil
    }

    func number(_ name: String, in configuration: Configuration) -> Int64? { configuration[name].flatMap { Int64($0) } }
}

import Health
import Kafka

/// Properties of the library on which the worker's promises rest.
extension ClientProperties {
    /// Only one value keeps what is promised; no value at all where the worker has an option of its own.
    private static let fixed: [String: [String]] = [
        "acks": ["all", "-1"], "request.required.acks": ["all", "-1"], "auto.commit.enable": ["false"],
        "auto.offset.reset": ["error"], "enable.auto.commit": ["false"], "enable.auto.offset.store": ["false"],
        "enable.idempotence": ["true"], "group.id": [], "group.instance.id": [], "group.protocol": ["classic"],
        "isolation.level": ["read_committed"],
        "partition.assignment.strategy": Assignor.allCases.map(\.rawValue), "transactional.id": [],
    ]
    /// The broker looks every 10 s for transactions whose time is over; 2 s more are for what is under way.
    private static let scanMilliseconds: Int64 = 12_000
    /// A commit of a busy lane takes some seconds when its broker is slow.
    private static let leastTransactionMilliseconds: Int64 = 5_000
    /// A lane that is repeating a commit, and then its abort, does not poll meanwhile.
    private static let leastPollMilliseconds: Int64 = 60_000

    /// What is wrong with the properties that were given, in a sentence; nil if they break no promise.
    package var fault: String? {
        for (name, value) in options.properties {
            guard let allowed = Self.fixed[name], !allowed.contains(value) else { continue }
            return allowed.isEmpty
                ? "--kafka \(name) is the worker's own: leave it out"
                : "--kafka \(name)=\(value) would lose or double records: leave it out, it is \(allowed[0])"
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
                + "what a stalled worker has begun is over before another takes its partitions"
        }
        if let poll = number("max.poll.interval.ms", in: consumer), poll < max(session, Self.leastPollMilliseconds) {
            return "max.poll.interval.ms is \(poll): it must be at least \(max(session, Self.leastPollMilliseconds)), "
                + "since a commit whose broker is slow may take so long, and no less than session.timeout.ms"
        }
        if let heartbeat = number("heartbeat.interval.ms", in: consumer), heartbeat * 2 > session {
            return "heartbeat.interval.ms is \(heartbeat): it must be at most half of session.timeout.ms, \(session)"
        }
        if let longest = number("message.max.bytes", in: producer), longest < longestRecord {
            return "message.max.bytes is \(longest): records of \(longestRecord) bytes can come of valid uploads"
        }
        return nil
    }

    func number(_ name: String, in configuration: Configuration) -> Int64? { configuration[name].flatMap { Int64($0) } }
}

import Glibc
import Health
import Kafka
import Worker

/// Writes marks, and the records that they tell of in the same transaction, so that a letter is sent again once.
///
/// There is one transactional id for all who do this to the same topics: whoever comes later pushes out who was there
/// before, whose open transaction ends with that; only then may marks be read that anything is decided by.
struct MarkWriter: ~Copyable {
    /// All of it together is less than the 30 s within which a command without brokers has to end.
    private static let deliverySeconds: Int64 = 12
    private static let commitMilliseconds: Int32 = 10_000
    private static let warmUpMilliseconds: Int32 = 5_000
    private static let abortMilliseconds: Int32 = 5_000
    /// How much of that one call may take.
    ///
    /// A record that comes back for another attempt after the abort has emptied the queues stays in one of them, and the
    /// abort waits for it in vain; the next call empties them again (librdkafka 2.0.2).
    private static let abortCallMilliseconds: Int32 = 500
    private static let attemptsMax = 4
    private static let lookMilliseconds: Int32 = 100

    private let producer: Producer
    private let topic: String
    private let servers: String

    /// Pushes out whoever writes marks of these topics, and ends what they left open.
    init(_ cluster: Cluster) throws(OperationError) {
        let admin = try OperationError.of { () throws(KafkaError) in try Admin(cluster.admin, onEvent: cluster.events) }
        let topics = [cluster.topics.deadLetters, cluster.topics.uploads, cluster.topics.connections]
        var configuration = cluster.producer(longestBatch: cluster.longestBatch(of: topics, admin))
        configuration["transactional.id"] = "\(cluster.groupID).dead-letters"
        let settings = configuration
        let producer = try OperationError.of { () throws(KafkaError) in
            try Producer(settings, onEvent: cluster.events)
        }
        try Patience().ask(cluster) { timeout throws(KafkaError) in
            try producer.initTransactions(timeoutMilliseconds: timeout)
        }
        self.producer = producer
        topic = cluster.topics.deadLetters
        servers = cluster.bootstrapServers
    }

    /// Makes the topics known that will be written to.
    func warmUp(_ topics: [String]) throws(OperationError) {
        try OperationError.of { () throws(KafkaError) in
            try producer.warmUp(topics, timeoutMilliseconds: Self.warmUpMilliseconds)
        }
    }

    /// Makes all of these changes visible in one transaction; where one is longer than its topic takes, each in its own.
    ///
    /// - Returns: those that their topics do not take, of which nothing was written.
    func commit(_ changes: [LetterChange]) throws(OperationError) -> [LetterChange] {
        if changes.isEmpty { return [] }
        if try attempt(changes) { return [] }
        if changes.count == 1 { return changes }
        var unfit: [LetterChange] = []
        for change in changes where try !attempt([change]) { unfit.append(change) }
        return unfit
    }

    /// Whether it went through; if not, something of it is too long, and nothing of it was written.
    private func attempt(_ changes: [LetterChange]) throws(OperationError) -> Bool {
        var last: KafkaError?
        // After a transaction that a broker has refused the next one is refused too, once.
        for _ in 0..<Self.attemptsMax {
            do throws(KafkaError) {
                try producer.beginTransaction()
                for change in changes { try produce(change) }
                try deliver()
                try commit()
                return true
            } catch {
                let cause = producer.deliveryFailure ?? error
                try end(after: error)
                if cause.code == .messageTooLarge { return false }
                guard error.kind == .abortable else { throw OperationError(cause) }
                last = cause
            }
        }
        throw last.map { OperationError($0) } ?? .silence(servers, seconds: Patience.seconds)
    }

    private func produce(_ change: LetterChange) throws(KafkaError) {
        if let record = change.record {
            let headers = RecordHeaders(capacity: 3)
            headers.add(RedriveCount.header, record.redrive.text)
            // By this time workers judge it: what was forgotten since is not brought back.
            if let time = record.originalMilliseconds { headers.add(OriginalTimestamp.header, String(time)) }
            if let traceparent = record.traceparent { headers.add("traceparent", traceparent.span.rawBytes) }
            try produce(to: record.topic, record.partition, record.key, record.value, headers)
        }
        guard let name = change.state.header else { return }
        for letter in change.letters {
            let headers = RecordHeaders(capacity: 1)
            headers.add(name, letter.description)
            try produce(to: topic, letter.partition, change.key, nil, headers)
        }
    }

    private func produce(
        to topic: String,
        _ partition: Int32,
        _ key: [UInt8]?,
        _ value: [UInt8]?,
        _ headers: consuming RecordHeaders
    ) throws(KafkaError) {
        let keyBytes = unsafe key?.span.bytes
        let valueBytes = unsafe value?.span.bytes
        try producer.produce(to: topic, partition: partition, key: keyBytes, value: valueBytes, headers: headers)
    }

    /// Waits until the brokers have all of it, or refuse a part.
    ///
    /// A commit would do so too, but after a refusal it goes on waiting for what can't come any more until that has timed
    /// out.
    private func deliver() throws(KafkaError) {
        let deadline = ContinuousClock.now + .seconds(Self.deliverySeconds)
        while true {
            do throws(KafkaError) {
                return try producer.flush(timeoutMilliseconds: Self.lookMilliseconds)
            } catch {
                if let failure = producer.deliveryFailure { throw failure }
                guard error.kind == .passing, ContinuousClock.now < deadline else { throw error }
            }
        }
    }

    private func commit() throws(KafkaError) {
        try Self.insist(for: Self.commitMilliseconds) { left throws(KafkaError) in
            try producer.commitTransaction(timeoutMilliseconds: left)
        }
    }

    private func abort() throws(KafkaError) {
        try Self.insist(for: Self.abortMilliseconds) { left throws(KafkaError) in
            try producer.abortTransaction(timeoutMilliseconds: min(left, Self.abortCallMilliseconds))
        }
    }

    /// Makes a call, and makes it again while what it meets may pass; it is told how much time is left.
    private static func insist(
        for milliseconds: Int32,
        _ call: (Int32) throws(KafkaError) -> Void
    ) throws(KafkaError) {
        let deadline = ContinuousClock.now + .milliseconds(Int64(milliseconds))
        while true {
            let left = Int32(clamping: Int64((deadline - .now) / .milliseconds(1)))
            do throws(KafkaError) {
                return try call(max(1, left))
            } catch {
                guard error.kind == .passing, left > 0 else { throw error }
                usleep(50_000)
            }
        }
    }

    /// Takes back what was begun; throws where there is no going on.
    private func end(after error: KafkaError) throws(OperationError) {
        var final = error
        if error.kind != .fenced, error.kind != .broken {
            do throws(KafkaError) {
                return try abort()
            } catch {
                final = error
            }
        }
        if final.kind == .passing { throw .silence(servers, seconds: Self.deliverySeconds) }
        guard final.kind == .fenced else { throw OperationError(final) }
        throw OperationError(
            "somebody else has begun to redrive or park dead letters of \(topic), or a transaction took too long: what was "
                + "not committed is taken back"
        )
    }
}

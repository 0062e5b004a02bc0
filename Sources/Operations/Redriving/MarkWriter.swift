import Glibc
import Health
import Kafka
import Worker

/// Writes markers and redriven records in one transaction, so that each dead letter is redriven at most once.
///
/// All processes that change the same dead-letter topic share one transactional id: a new writer fences the previous
/// one and aborts its open transaction. Markers may be read only after that.
struct MarkWriter: ~Copyable {
    /// The sum of these timeouts is less than the 30 s in which a command without brokers must end.
    private static let deliverySeconds: Int64 = 12
    private static let commitMilliseconds: Int32 = 10_000
    private static let warmUpMilliseconds: Int32 = 5_000
    private static let abortMilliseconds: Int32 = 5_000
    /// The limit for one abort call.
    ///
    /// In librdkafka 2.0.2, a record that is retried after the abort has purged the queues stays in a queue, and the
    /// abort waits for it in vain. The next call purges the queues again.
    private static let abortCallMilliseconds: Int32 = 500
    private static let attemptsMax = 4
    private static let lookMilliseconds: Int32 = 100

    private let producer: Producer
    private let topic: String
    private let servers: String

    /// Fences any other writer of these markers and aborts its open transaction.
    init(_ cluster: Cluster) throws(OperationError) {
        let topics = [cluster.topics.deadLetters, cluster.topics.uploads, cluster.topics.connections]
        let id = "\(cluster.groupID).dead-letters"
        let producer = try cluster.openProducer(to: topics, ["transactional.id": id])
        try BrokerDeadline().ask(cluster) { timeout throws(KafkaError) in
            try producer.initTransactions(timeoutMilliseconds: timeout)
        }
        self.producer = producer
        topic = cluster.topics.deadLetters
        servers = cluster.bootstrapServers
    }

    /// Loads the metadata of the topics.
    func warmUp(_ topics: [String]) throws(OperationError) {
        try OperationError.of { () throws(KafkaError) in
            try producer.warmUp(topics, timeoutMilliseconds: Self.warmUpMilliseconds)
        }
    }

    /// Writes all changes in one transaction.
    ///
    /// If a record is too long, each change gets its own transaction.
    ///
    /// - Returns: The changes that are too long for their topics, of which nothing was written.
    func commit(_ changes: [LetterChange]) throws(OperationError) -> [LetterChange] {
        if changes.isEmpty { return [] }
        if try attempt(changes) { return [] }
        if changes.count == 1 { return changes }
        var unfit: [LetterChange] = []
        for change in changes where try !attempt([change]) { unfit.append(change) }
        return unfit
    }

    /// Returns whether the transaction was committed; false if a record was too long.
    private func attempt(_ changes: [LetterChange]) throws(OperationError) -> Bool {
        var last: KafkaError?
        // After a broker has rejected a transaction, the next attempt fails once, too.
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
        throw last.map { OperationError($0) } ?? .silence(servers, seconds: BrokerDeadline.seconds)
    }

    private func produce(_ change: LetterChange) throws(KafkaError) {
        if let record = change.record {
            let headers = RecordHeaders(capacity: 3)
            headers.add(RedriveCount.header, record.redrive.text)
            // Workers compare this time with the forget time, so forgotten data is not brought back.
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

    /// Waits until the brokers have acknowledged all records, or rejected one.
    ///
    /// A commit also waits, but after a rejection it would wait for the remaining records until its timeout.
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
        try Insistence.call(for: Self.commitMilliseconds) { left throws(KafkaError) in
            try producer.commitTransaction(timeoutMilliseconds: left)
        }
    }

    private func abort() throws(KafkaError) {
        try Insistence.call(for: Self.abortMilliseconds) { left throws(KafkaError) in
            try producer.abortTransaction(timeoutMilliseconds: min(left, Self.abortCallMilliseconds))
        }
    }

    /// Aborts the transaction; throws if the writer cannot be used any longer.
    private func end(after error: KafkaError) throws(OperationError) {
        var final = error
        if error.kind != .fenced, error.kind != .broken {
            do throws(KafkaError) {
                return try abort()
            } catch {
                final = error
            }
        }
        // librdkafka cannot abort a commit that was not answered, and its error for that names no cause.
        let isSilent = final.kind == .passing || (error.kind == .passing && final.code == .wrongState)
        if isSilent { throw .silence(servers, seconds: Self.deliverySeconds) }
        guard final.kind == .fenced else { throw OperationError(final) }
        throw OperationError(
            "another process has begun to redrive or park dead letters of \(topic), or a transaction took too long: "
                + "uncommitted changes are undone"
        )
    }
}

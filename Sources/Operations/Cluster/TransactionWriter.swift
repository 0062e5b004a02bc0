import Kafka
import Worker

/// Writes records in transactions, under a transactional id that all processes with the same purpose share.
///
/// A new writer fences the previous one and aborts its open transaction. If earlier records decide what to write, read
/// them only after the writer was created.
struct TransactionWriter: ~Copyable {
    /// How a transaction ended.
    enum Ending {
        case committed
        /// A record is longer than its topic allows, and nothing was written.
        case tooLong
        /// Another process has fenced this process, or the transaction took too long; nothing was written.
        case fenced
    }

    /// The sum of these timeouts is less than the 30 s in which a command without brokers must end.
    private static let deliverySeconds: Int64 = 12
    private static let commitMilliseconds: Int32 = 10_000
    private static let abortMilliseconds: Int32 = 5_000
    /// The limit for one abort call.
    ///
    /// In librdkafka 2.0.2, a record can be retried after the abort has purged the queues. The record then stays in a
    /// queue, and the abort waits for it in vain. The next call purges the queues again.
    private static let abortCallMilliseconds: Int32 = 500
    private static let attemptsMax = 4
    private static let lookMilliseconds: Int32 = 100

    private let producer: Producer
    private let cluster: Cluster

    /// Fences any other writer with this transactional id and aborts its open transaction.
    init(_ cluster: Cluster, as id: String, to topics: [String]) throws(OperationError) {
        let producer = try cluster.openProducer(to: topics, ["transactional.id": id])
        try BrokerDeadline().ask(cluster) { timeout throws(KafkaError) in
            try producer.initTransactions(timeoutMilliseconds: timeout)
        }
        producer.watchDeliveries()
        self.producer = producer
        self.cluster = cluster
    }

    /// Loads the metadata of the topics.
    func warmUp(_ topics: [String]) throws(OperationError) {
        try BrokerDeadline().ask(cluster) { timeout throws(KafkaError) in
            try producer.warmUp(topics, timeoutMilliseconds: timeout)
        }
    }

    /// Writes all records of `write` in one transaction.
    ///
    /// - Parameter write: Produces the records; it is called again if a broker rejects a transaction.
    /// - Throws: If no broker answers, if a broker refuses a request, or if the writer cannot be used any longer.
    /// - Returns: How the transaction ended.
    func commit(_ write: (borrowing TransactionWriter) throws(KafkaError) -> Void) throws(OperationError) -> Ending {
        var last: KafkaError?
        // After a broker has rejected a transaction, the next attempt fails too, and the one after it can succeed.
        for _ in 0..<Self.attemptsMax {
            do throws(KafkaError) {
                try producer.beginTransaction()
                try write(self)
                try deliver()
                try commit()
                return .committed
            } catch {
                let cause = producer.deliveryFailure ?? error
                if try isFenced(ending: error) { return .fenced }
                if cause.code == .messageTooLarge { return .tooLong }
                guard error.kind == .abortable else { throw OperationError(cause) }
                last = cause
            }
        }
        throw last.map { OperationError($0) } ?? cluster.contact.silence(seconds: BrokerDeadline.seconds)
    }

    /// Adds a record to the open transaction.
    func produce(
        to topic: String,
        _ partition: Int32,
        key: [UInt8]?,
        value: [UInt8]?,
        headers: consuming RecordHeaders? = nil
    ) throws(KafkaError) {
        let keyBytes = unsafe key?.span.bytes
        let valueBytes = unsafe value?.span.bytes
        try producer.produce(to: topic, partition: partition, key: keyBytes, value: valueBytes, headers: headers)
    }

    /// Returns the offsets of the first and the last record that the last transaction has written to each partition.
    func offsets(in topic: String) -> [Int32: ClosedRange<Int64>] {
        var offsets: [Int32: ClosedRange<Int64>] = [:]
        for (place, span) in producer.deliveredSpans where place.topic == topic {
            if let first = span.first, let last = span.last { offsets[place.partition] = first...last }
        }
        return offsets
    }

    /// Waits until the brokers have acknowledged all records, or rejected one.
    ///
    /// A commit also waits, but after a rejection it would wait for the remaining records until its timeout. The time
    /// limit starts again with each acknowledgement.
    private func deliver() throws(KafkaError) {
        var deadline = ContinuousClock.now + .seconds(Self.deliverySeconds)
        var unsent = producer.unsent
        while true {
            do throws(KafkaError) {
                return try producer.flush(timeoutMilliseconds: Self.lookMilliseconds)
            } catch {
                if let failure = producer.deliveryFailure { throw failure }
                if producer.unsent < unsent {
                    unsent = producer.unsent
                    deadline = .now + .seconds(Self.deliverySeconds)
                }
                guard error.kind == .passing, ContinuousClock.now < deadline else { throw error }
            }
        }
    }

    private func commit() throws(KafkaError) {
        try TransientRetry.call(for: Self.commitMilliseconds) { left throws(KafkaError) in
            try producer.commitTransaction(timeoutMilliseconds: left)
        }
    }

    private func abort() throws(KafkaError) {
        try TransientRetry.call(for: Self.abortMilliseconds) { left throws(KafkaError) in
            try producer.abortTransaction(timeoutMilliseconds: min(left, Self.abortCallMilliseconds))
        }
    }

    /// Aborts the transaction after an error, and returns whether another process has fenced this writer.
    ///
    /// - Throws: If the writer cannot be used any longer for another reason.
    private func isFenced(ending error: KafkaError) throws(OperationError) -> Bool {
        var final = error
        if error.kind != .fenced, error.kind != .broken {
            do throws(KafkaError) {
                try abort()
                return false
            } catch {
                final = error
            }
        }
        // If no broker answered the commit, librdkafka cannot abort the transaction, and the abort error names no
        // cause.
        let isSilent = final.kind == .passing || (error.kind == .passing && final.code == .wrongState)
        if isSilent { throw cluster.contact.silence(seconds: Self.deliverySeconds) }
        guard final.kind == .fenced else { throw OperationError(final) }
        return true
    }
}

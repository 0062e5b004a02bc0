import Glibc
import Kafka
import Vocabulary
import Worker

/// Writes records into a replay's topic `<PREFIX>replay`.
package struct ReplayJournal {
    private static let callMilliseconds: Int32 = 5_000
    private static let longestBatch = 1_000_000
    private static let decisionSeconds: Int64 = 25

    private let cluster: Cluster
    private let prefix: String
    private var topic: String { ReplayRecord.topic(prefix) }

    /// Creates the journal of a replay; the cluster must contain the replay's group.
    ///
    /// The journal shows no progress, and a signal does not cancel it.
    package init(_ prefix: String, in cluster: Cluster) {
        self.cluster = cluster.withoutProgress
        self.prefix = prefix
    }

    /// Creates the topic if it does not exist.
    package func make(replicationFactor: Int32) throws(OperationError) {
        let admin = try cluster.openAdmin()
        let description = TopicDescription(Rules(), replicationFactor: replicationFactor)
        let plan = description.made(topic, .replay, TopicDescription.Surroundings(partitions: 1))
        _ = try BrokerDeadline().ask(cluster) { timeout throws(KafkaError) in
            try admin.createTopics([plan], timeoutMilliseconds: timeout)
        }
    }

    /// Writes an entry that only this process writes.
    package func note(_ entry: ReplayRecord.Entry) throws(OperationError) {
        let producer = try cluster.openProducer(longestBatch: Self.longestBatch)
        try OperationError.of { () throws(KafkaError) in
            try write(entry, by: producer)
            try producer.flush(timeoutMilliseconds: 2 * Self.callMilliseconds)
        }
    }

    /// Writes an entry that must be decided once, even if several processes decide at the same time.
    ///
    /// `body` returns the entry to write, or nil if the known record already contains the decision. The result is the
    /// record afterwards.
    package func decide(_ body: (ReplayRecord) -> ReplayRecord.Entry?) throws(OperationError) -> ReplayRecord {
        let deadline = ContinuousClock.now + .seconds(Self.decisionSeconds)
        while true {
            switch try attempt(body) {
            case .decided(let known): return known
            case .again(let error):
                // Another process may have decided at the same time, so its entry is read.
                guard error.kind != .permanent, ContinuousClock.now < deadline else { throw OperationError(error) }
                usleep(.random(in: 50_000...300_000))
            }
        }
    }

    private enum Attempt {
        case decided(ReplayRecord)
        case again(KafkaError)
    }

    private func attempt(_ body: (ReplayRecord) -> ReplayRecord.Entry?) throws(OperationError) -> Attempt {
        let properties = ["transactional.id": "\(cluster.groupID).journal", "transaction.timeout.ms": "10000"]
        let producer = try cluster.openProducer(longestBatch: Self.longestBatch, properties)
        do throws(KafkaError) {
            try producer.initTransactions(timeoutMilliseconds: 2 * Self.callMilliseconds)
            try producer.warmUp([topic], timeoutMilliseconds: Self.callMilliseconds)
        } catch {
            return .again(error)
        }
        // The topic now shows everything that earlier writers committed, because `initTransactions` has ended their
        // transactions.
        var known = try read()
        guard let entry = body(known) else { return .decided(known) }
        do throws(KafkaError) {
            try producer.beginTransaction()
            let (key, value) = try write(entry, by: producer)
            try producer.commitTransaction(timeoutMilliseconds: Self.callMilliseconds)
            known.take(key: key, value: value)
            return .decided(known)
        } catch {
            try? producer.abortTransaction(timeoutMilliseconds: Self.callMilliseconds)
            return .again(error)
        }
    }

    /// Reads all records of the replay's topic.
    package func read() throws(OperationError) -> ReplayRecord {
        try ReplayLookup(cluster).record(prefix) ?? ReplayRecord()
    }

    @discardableResult
    private func write(
        _ entry: ReplayRecord.Entry,
        by producer: borrowing Producer
    ) throws(KafkaError) -> (key: [UInt8], value: [UInt8]) {
        let (key, value) = entry.record(atMilliseconds: Self.now)
        unsafe try producer.produce(to: topic, partition: 0, key: key.span.bytes, value: value.span.bytes)
        return (key, value)
    }

    /// The current Unix time in milliseconds.
    static var now: Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }
}

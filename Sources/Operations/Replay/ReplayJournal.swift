import Glibc
import Kafka
import Vocabulary
import Worker

/// Writes records into a replay's topic `<PREFIX>replay`.
package struct ReplayJournal {
    private static let callMilliseconds: Int32 = 5_000
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

    /// Writes an entry that no other process writes.
    package func note(_ entry: ReplayRecord.Entry) throws(OperationError) {
        let producer = try cluster.openProducer(to: [topic])
        try OperationError.of { () throws(KafkaError) in
            let (key, value) = entry.record(atMilliseconds: Self.now)
            unsafe try producer.produce(to: topic, partition: 0, key: key.span.bytes, value: value.span.bytes)
            try producer.flush(timeoutMilliseconds: 2 * Self.callMilliseconds)
        }
    }

    /// Writes one entry for a decision, even if several processes decide at the same time.
    ///
    /// `body` receives the known record, and returns the entry to write, or nil if the record already contains the
    /// decision. The result is the record with the decision.
    package func decide(_ body: (ReplayRecord) -> ReplayRecord.Entry?) throws(OperationError) -> ReplayRecord {
        let deadline = ContinuousClock.now + .seconds(Self.decisionSeconds)
        while true {
            do throws(OperationError) {
                if let known = try attempt(body) { return known }
                if ContinuousClock.now >= deadline {
                    throw OperationError("other processes write to \(topic) at the same time. Run the command again")
                }
            } catch {
                guard error.isPassing, ContinuousClock.now < deadline else { throw error }
            }
            // Another process may have decided at the same time. The next attempt reads its entry.
            usleep(.random(in: 50_000...300_000))
        }
    }

    /// Returns the record with the decision; nil if another process has fenced this process.
    private func attempt(_ body: (ReplayRecord) -> ReplayRecord.Entry?) throws(OperationError) -> ReplayRecord? {
        let writer = try TransactionWriter(cluster, as: "\(cluster.groupID).journal", to: [topic])
        try writer.warmUp([topic])
        // The topic now shows everything that earlier writers committed, because the new writer has ended their
        // transactions.
        var known = try read()
        guard let entry = body(known) else { return known }
        let (key, value) = entry.record(atMilliseconds: Self.now)
        let ending = try writer.commit { writer throws(KafkaError) in
            try writer.produce(to: topic, 0, key: key, value: value)
        }
        switch ending {
        case .committed:
            known.take(key: key, value: value)
            return known
        case .fenced: return nil
        case .tooLong:
            throw OperationError(
                "an entry of \(value.count) bytes is longer than \(topic) allows. Raise its max.message.bytes"
            )
        }
    }

    /// Reads all records of the replay's topic.
    package func read() throws(OperationError) -> ReplayRecord {
        try ReplayLookup(cluster).record(prefix) ?? ReplayRecord()
    }

    /// The current Unix time in milliseconds.
    static var now: Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }
}

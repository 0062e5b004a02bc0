import Kafka
import Vocabulary
import Webhooks
import Worker

/// Appends jobs once more to their topic, so that they are delivered again.
package struct Resend {
    /// The jobs to send again.
    package struct Choice: Sendable {
        /// The connections; nil means all.
        package let connections: Set<String>?
        /// The timestamps of the records, in Unix milliseconds.
        package let sinceMilliseconds: Int64
        /// Exclusive; nil for no end.
        package let untilMilliseconds: Int64?

        package init(connections: Set<String>?, sinceMilliseconds: Int64, untilMilliseconds: Int64?) {
            self.connections = connections
            self.sinceMilliseconds = sinceMilliseconds
            self.untilMilliseconds = untilMilliseconds
        }

        /// Whether a record is to be sent again: records that were sent again before are not.
        func includes(key: [UInt8]?, timestampMilliseconds: Int64?, wasResent: Bool) -> Bool {
            guard !wasResent, let timestampMilliseconds, timestampMilliseconds >= sinceMilliseconds else {
                return false
            }
            if let untilMilliseconds, timestampMilliseconds >= untilMilliseconds { return false }
            guard let connections else { return true }
            return key.map { connections.contains(String(decoding: $0, as: UTF8.self)) } ?? false
        }
    }

    private static let warmUpMilliseconds: Int32 = 5_000
    private static let flushMilliseconds: Int32 = 60_000
    /// The most records on their way.
    private static let pendingRecords = 1_000

    private let cluster: Cluster

    package init(_ cluster: Cluster) { self.cluster = cluster }

    /// Sends the chosen jobs again, each to the partition that it is in.
    ///
    /// - Parameters:
    ///   - choice: The jobs.
    ///   - isDryRun: Whether to only count them.
    /// - Returns: The number of jobs.
    /// - Throws: If brokers do not answer, or refuse, or if the command is cancelled; jobs before that are sent again.
    package func run(_ choice: Choice, isDryRun: Bool) throws(OperationError) -> Int {
        let topic = cluster.topics.jobs
        cluster.progress.title = "reading \(topic)"
        let reader = try TopicReader(cluster)
        guard let count = try reader.partitionCounts(of: [topic])[topic] else {
            throw OperationError("the topic \(topic) is missing on \(cluster.bootstrapServers): check --topic-prefix")
        }
        let producer = try cluster.openProducer(to: [topic])
        if !isDryRun {
            try OperationError.of { () throws(KafkaError) in
                try producer.warmUp([topic], timeoutMilliseconds: Self.warmUpMilliseconds)
            }
        }
        var jobs = JobReader()
        var sent = 0
        let places = (0..<count).map { TopicPartition(topic, $0) }
        try reader.read(places, from: .time(choice.sinceMilliseconds)) { message throws(OperationError) in
            let key = [UInt8](message.key)
            let value = [UInt8](message.value)
            let wasResent = [UInt8](message.headers.last(SequenceHeader.name)) != nil
            let time = message.timestampMilliseconds
            guard choice.includes(key: key, timestampMilliseconds: time, wasResent: wasResent),
                (try? jobs.job(key: key, value: value)) != nil
            else { return }
            if !isDryRun {
                try OperationError.of { () throws(KafkaError) in
                    try Self.send(message, with: producer)
                    if sent % Self.pendingRecords == 0 {
                        try producer.flush(timeoutMilliseconds: Self.flushMilliseconds)
                    }
                }
            }
            sent += 1
        }
        if !isDryRun {
            try OperationError.of { () throws(KafkaError) in
                try producer.flush(timeoutMilliseconds: Self.flushMilliseconds)
            }
        }
        return sent
    }

    /// Appends a record with its headers and the offset that it has now.
    private static func send(_ message: borrowing Message, with producer: borrowing Producer) throws(KafkaError) {
        let found = message.headers
        let list = RecordHeaders(capacity: found.count + 1)
        for index in 0..<found.count { list.add(found.name(at: index), found.value(at: index)) }
        let sequence = Array("\(message.offset)".utf8)
        unsafe list.add(SequenceHeader.name, sequence.span.bytes)
        try producer.produce(
            to: message.topic,
            partition: message.partition,
            key: message.key,
            value: message.value,
            headers: list
        )
    }
}

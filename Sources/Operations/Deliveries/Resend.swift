import Dispatching
import Kafka
import Vocabulary
package import Webhooks
import Worker

/// Appends jobs to their topic again, so that they are delivered again.
package struct Resend {
    /// The jobs to send again.
    package struct Choice: Sendable {
        /// The connections; nil means all.
        package let connections: Set<String>?
        /// The earliest timestamp of a record, in Unix milliseconds.
        package let sinceMilliseconds: Int64
        /// The latest timestamp of a record, exclusive, in Unix milliseconds; nil for no limit.
        package let untilMilliseconds: Int64?

        package init(connections: Set<String>?, sinceMilliseconds: Int64, untilMilliseconds: Int64?) {
            self.connections = connections
            self.sinceMilliseconds = sinceMilliseconds
            self.untilMilliseconds = untilMilliseconds
        }

        /// Whether a record is sent again; a record that a resend has appended is not.
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
    /// The number of records after which the producer is flushed.
    private static let pendingRecords = 1_000

    private let cluster: Cluster

    package init(_ cluster: Cluster) { self.cluster = cluster }

    /// Appends each chosen job to its own partition again; with `isDryRun`, only counts the jobs.
    ///
    /// No transaction is used, because a long transaction would delay all readers of the topic.
    ///
    /// - Returns: The number of jobs.
    /// - Throws: If no broker answers, if a broker refuses a request, or if the command is cancelled. Jobs that were
    ///   already appended are delivered again.
    package func run(_ choice: Choice, isDryRun: Bool) throws(OperationError) -> Int {
        let topic = cluster.topics.jobs
        let reader = try TopicReader(cluster)
        guard let count = try reader.partitionCounts(of: [topic])[topic] else {
            throw OperationError("the topic \(topic) is missing on \(cluster.bootstrapServers): check --topic-prefix")
        }
        // The end offsets are taken now, so that the jobs that are appended below are not read.
        let places = (0..<count).map { TopicPartition(topic, $0) }
        let offsets = try reader.offsets(of: places, from: .time(choice.sinceMilliseconds))
        let forgotten = try ForgottenConnections.read(cluster)
        let bases = try bases()
        let producer = try cluster.openProducer(to: [topic])
        if !isDryRun {
            try OperationError.of { () throws(KafkaError) in
                try producer.warmUp([topic], timeoutMilliseconds: Self.warmUpMilliseconds)
            }
        }
        cluster.progress.title = "reading \(topic)"
        var jobs = JobReader()
        var sent = 0
        try reader.read(offsets) { message throws(OperationError) in
            let key = [UInt8](message.key)
            let wasResent = [UInt8](message.headers.last(SequenceHeader.name)) != nil
            let time = message.timestampMilliseconds
            guard choice.includes(key: key, timestampMilliseconds: time, wasResent: wasResent),
                let job = try? jobs.job(key: key, value: [UInt8](message.value)),
                let rest = forgotten.rest(of: job, timestampMilliseconds: time)
            else { return }
            guard let sequence = bases[message.partition]?.sequence(of: message.offset) else {
                throw OperationError(
                    "the jobs of \(topic) [\(message.partition)] cannot be sent again: no dispatcher has taken the "
                        + "partition over, so that they have no sequence. Start fork-worker dispatch, which sends them"
                )
            }
            sent += 1
            if isDryRun { return }
            try OperationError.of { () throws(KafkaError) in
                try Self.send(message, rest, sequence, with: producer)
                if sent % Self.pendingRecords == 0 {
                    try producer.flush(timeoutMilliseconds: Self.flushMilliseconds)
                }
            }
        }
        if !isDryRun {
            try OperationError.of { () throws(KafkaError) in
                try producer.flush(timeoutMilliseconds: Self.flushMilliseconds)
            }
        }
        return sent
    }

    /// Reads the numbers that convert offsets to sequences, by partition, so that jobs keep their sequences.
    private func bases() throws(OperationError) -> [Int32: BasesRow] {
        var rows: [Int32: BasesRow] = [:]
        try StateRows(cluster: cluster).read(of: ConnectionID.ofPartition.bytes) {
            change,
            partition throws(UnreadableRow) in
            if change.stateKey.rowKind == .bases { rows[partition] = try BasesRow.read(change, of: partition) }
        }
        return rows
    }

    /// Appends a job with the headers of its record and its first sequence.
    private static func send(
        _ message: borrowing Message,
        _ job: Job,
        _ sequence: Int64,
        with producer: borrowing Producer
    ) throws(KafkaError) {
        let found = message.headers
        let list = RecordHeaders(capacity: found.count + 1)
        for index in 0..<found.count { list.add(found.name(at: index), found.value(at: index)) }
        list.add(SequenceHeader.name, "\(sequence)")
        unsafe try producer.produce(
            to: message.topic,
            partition: message.partition,
            key: message.key,
            value: job.bytes.span.bytes,
            headers: list
        )
    }
}

extension ForgottenConnections {
    /// Returns the job, without upserts if its connection was forgotten later; nil if nothing is left of the job.
    package func rest(of job: Job, timestampMilliseconds: Int64?) -> Job? {
        let made = min(job.createdAtMilliseconds, timestampMilliseconds ?? .max)
        return isForgotten(job.connection.string, made) ? job.keepingDeletions() : job
    }
}

package import Kafka

/// The answers of brokers and workers at one moment.
package struct StatusReading: Sendable {
    /// The offsets of an input partition.
    package struct Partition: Sendable, Equatable {
        package let place: TopicPartition
        /// The end offset, one after the newest record.
        package let end: Int64
        /// The next offset that the group reads; nil if it has committed none, or if the offset is unknown.
        package let committed: Int64?
        /// The first existing offset.
        package let begin: Int64

        package init(_ place: TopicPartition, begin: Int64, end: Int64, committed: Int64?) {
            self.place = place
            self.begin = begin
            self.end = end
            self.committed = committed
        }

        /// The number of offsets that the group has not yet committed.
        package var lag: Int64 { max(0, end - max(begin, committed ?? begin)) }
    }

    /// The members of a group, and the partitions that it reads.
    package struct Group: Sendable {
        package var members: [GroupMember] = []
        package var partitions: [Partition] = []

        package init() {}
    }

    /// The webhook jobs that were read and are not finished.
    package struct Waiting: Sendable, Equatable {
        package let jobs: Int
        package let connections: Int
        /// The time since which the oldest job waits, in Unix milliseconds; nil if no job waits.
        package let oldestMilliseconds: Int64?

        package init(jobs: Int, connections: Int, oldestMilliseconds: Int64?) {
            self.jobs = jobs
            self.connections = connections
            self.oldestMilliseconds = oldestMilliseconds
        }
    }

    package var time: Int64
    /// The consumer group that reads uploads.
    package var group = Group()
    /// The dispatchers; empty if the group does not exist, or if this user may not see it.
    package var dispatchers = Group()
    /// The waiting webhook jobs; nil without a state topic of dispatchers.
    package var waiting: Waiting?
    /// The input partitions that have records, or whose state shows that they had some.
    package var used: Set<TopicPartition> = []
    /// The timestamps of the oldest uncommitted records, in Unix milliseconds.
    package var oldest: [TopicPartition: Int64] = [:]
    package var hanging: [HangingTransaction] = []
    /// The open dead letters of the last day by code; nil without a dead-letter topic.
    package var letters: [String: Int]?
    package var workers: [WorkerReading] = []

    /// Creates a reading without any answers.
    package init(at time: Int64) { self.time = time }
}

/// A transaction that stays open; `read_committed` consumers cannot read past it.
package struct HangingTransaction: Sendable, Equatable {
    /// The age from which an open transaction counts as hanging.
    package static let patienceMilliseconds: Int64 = 30_000

    package let place: TopicPartition
    /// The offset of the transaction's first record in the partition.
    package let offset: Int64
    /// The timestamp of the transaction's first record, in Unix milliseconds.
    package let since: Int64

    /// Returns nil if the transaction is not old enough to count as hanging.
    package init?(_ place: TopicPartition, offset: Int64, since: Int64, at now: Int64) {
        guard now - since > Self.patienceMilliseconds else { return nil }
        self.place = place
        self.offset = offset
        self.since = since
    }
}

/// The metrics of a worker.
package struct WorkerReading: Sendable, Equatable {
    package let address: String
    /// The reason why the page could not be read; nil if it was read.
    package let failure: String?
    /// The values of the series without labels, by name.
    package let figures: [String: Double]
    /// The document topics that accept no records, each with the reason, if the worker names them.
    package let owed: [String]

    private static let owedStart = "documents are owed: "

    package init(address: String, failure: String) {
        (self.address, self.failure, figures, owed) = (address, failure, [:], [])
    }

    /// Parses a page in Prometheus' text format, and the body of the readiness probe.
    package init(address: String, page: String, readiness: String = "") {
        var figures: [String: Double] = [:]
        for line in page.split(separator: "\n") where !line.hasPrefix("#") {
            let words = line.split(separator: " ")
            guard words.count == 2, !words[0].contains("{"), let value = Double(words[1]), value.isFinite else {
                continue
            }
            figures[String(words[0])] = value
        }
        owed = readiness.split(separator: "\n").filter { $0.hasPrefix(Self.owedStart) }
            .map { String($0.dropFirst(Self.owedStart.count)) }
        (self.address, failure, self.figures) = (address, nil, figures)
    }

    package var isReady: Bool { figures["fork_worker_ready"] == 1 }

    /// Returns a value as a whole number; 0 if the page does not contain it.
    package func count(_ name: String) -> Int { Int(max(0, min(figures[name] ?? 0, 1e15))) }
}

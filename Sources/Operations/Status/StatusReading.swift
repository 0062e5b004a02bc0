package import Kafka

/// What brokers and workers said at one moment.
package struct StatusReading: Sendable {
    /// A partition of an input topic.
    package struct Partition: Sendable, Equatable {
        package let place: TopicPartition
        /// Behind its newest record.
        package let end: Int64
        /// What the group reads next; nil where it has committed nothing, or nobody tells at the moment.
        package let committed: Int64?
        /// The first that is still there.
        package let begin: Int64

        package init(_ place: TopicPartition, begin: Int64, end: Int64, committed: Int64?) {
            self.place = place
            self.begin = begin
            self.end = end
            self.committed = committed
        }

        /// Records that the group has before it.
        package var lag: Int64 { max(0, end - max(begin, committed ?? begin)) }
    }

    package var time: Int64
    package var members: [GroupMember] = []
    package var partitions: [Partition] = []
    /// Timestamps of the oldest records that are not committed, in Unix milliseconds.
    package var oldest: [TopicPartition: Int64] = [:]
    package var hanging: [HangingTransaction] = []
    /// Dead letters of the last day that are open, by code; nil where there is no topic of them.
    package var letters: [String: Int]?
    package var workers: [WorkerReading] = []

    /// Nothing is known but the time.
    package init(at time: Int64) { self.time = time }
}

/// A transaction that nobody ends: readers of what is committed wait for it.
package struct HangingTransaction: Sendable, Equatable {
    /// Open for longer, a transaction is not just under way.
    package static let patienceMilliseconds: Int64 = 30_000

    package let place: TopicPartition
    /// Of its first record there.
    package let offset: Int64
    /// The timestamp of that, in Unix milliseconds.
    package let since: Int64

    /// Nil where it is too young to be called hanging.
    package init?(_ place: TopicPartition, offset: Int64, since: Int64, at now: Int64) {
        guard now - since > Self.patienceMilliseconds else { return nil }
        self.place = place
        self.offset = offset
        self.since = since
    }
}

/// What a worker's page of metrics says.
package struct WorkerReading: Sendable, Equatable {
    package let address: String
    /// Why there is no page; nil where there is one.
    package let failure: String?
    /// The series without labels.
    package let figures: [String: Double]

    package init(address: String, failure: String) {
        (self.address, self.failure, figures) = (address, failure, [:])
    }

    /// Takes a page in Prometheus' text format.
    package init(address: String, page: String) {
        var figures: [String: Double] = [:]
        for line in page.split(separator: "\n") where !line.hasPrefix("#") {
            let words = line.split(separator: " ")
            guard words.count == 2, !words[0].contains("{"), let value = Double(words[1]), value.isFinite else {
                continue
            }
            figures[String(words[0])] = value
        }
        (self.address, failure, self.figures) = (address, nil, figures)
    }

    package var isReady: Bool { figures["fork_worker_ready"] == 1 }

    /// A figure as a whole number; 0 where the page does not have it.
    package func count(_ name: String) -> Int { Int(max(0, min(figures[name] ?? 0, 1e15))) }
}

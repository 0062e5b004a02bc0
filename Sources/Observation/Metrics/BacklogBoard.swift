import Synchronization

/// The lag of one input partition of a lane.
package struct PartitionBacklog: Sendable, Equatable {
    package let topic: String
    package let partition: Int32
    /// The number of uncommitted records.
    package let records: Int
    /// The timestamp of the oldest uncommitted record in Unix milliseconds; nil if unknown or without such a record.
    package let oldest: Int64?

    package init(topic: String, partition: Int32, records: Int, oldest: Int64?) {
        self.topic = topic
        self.partition = partition
        self.records = records
        self.oldest = oldest
    }
}

/// The last known lag of each lane.
final class BacklogBoard: Sendable {
    /// The last known lag, and whether brokers still answer.
    struct Current {
        let partitions: [PartitionBacklog]
        /// Whether a lane no longer gets answers from brokers, so that its lag is unknown.
        let isSilent: Bool
    }

    /// The age of the last answer of a broker above which the lag of a lane is unknown.
    ///
    /// Answers are counted every 5 s, so an answer can be noticed up to 10 s late.
    private static let silentMilliseconds: Int64 = 15_000

    private let lanes = Mutex<[Int: [PartitionBacklog]]>([:])
    /// The time at which a broker last answered each lane, in Unix milliseconds.
    private let answers = Mutex<[Int: Int64]>([:])

    func set(_ backlog: [PartitionBacklog]?, ofLane lane: Int) {
        lanes.withLock { $0[lane] = backlog }
        if backlog == nil { answers.withLock { $0[lane] = nil } }
    }

    func answered(lane: Int, at time: Int64) { answers.withLock { $0[lane] = time } }

    func current(unixMilliseconds now: Int64) -> Current {
        let oldest = answers.withLock { $0.values.min() }
        return Current(partitions: all, isSilent: oldest.map { now - $0 > Self.silentMilliseconds } ?? false)
    }

    /// The lags of all lanes, ordered by topic and partition.
    var all: [PartitionBacklog] {
        lanes.withLock { $0.values.flatMap { $0 } }
            .sorted { ($0.topic, $0.partition) < ($1.topic, $1.partition) }
    }
}

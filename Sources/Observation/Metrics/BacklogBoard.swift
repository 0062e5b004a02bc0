import Synchronization

/// The lag of one input partition of a lane.
package struct PartitionBacklog: Sendable, Equatable {
    package let topic: String
    package let partition: Int32
    /// The number of uncommitted records.
    package let records: Int
    /// The timestamp of the oldest uncommitted record in Unix milliseconds, or nil if there is none or it is unknown.
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
    private let lanes = Mutex<[Int: [PartitionBacklog]]>([:])

    func set(_ backlog: [PartitionBacklog]?, ofLane lane: Int) { lanes.withLock { $0[lane] = backlog } }

    /// The lags of all lanes, ordered by topic and partition.
    var all: [PartitionBacklog] {
        lanes.withLock { $0.values.flatMap { $0 } }
            .sorted { ($0.topic, $0.partition) < ($1.topic, $1.partition) }
    }
}

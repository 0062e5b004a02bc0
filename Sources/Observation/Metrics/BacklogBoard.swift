import Synchronization

/// What is before a lane in one partition of an input topic.
package struct PartitionBacklog: Sendable, Equatable {
    package let topic: String
    package let partition: Int32
    /// Those that are not committed yet.
    package let records: Int
    /// When the oldest of them was made, in Unix milliseconds, as far as that is known; nil where there is none.
    package let oldest: Int64?

    package init(topic: String, partition: Int32, records: Int, oldest: Int64?) {
        self.topic = topic
        self.partition = partition
        self.records = records
        self.oldest = oldest
    }
}

/// What the lanes have before them, as they said last.
final class BacklogBoard: Sendable {
    private let lanes = Mutex<[Int: [PartitionBacklog]]>([:])

    func set(_ backlog: [PartitionBacklog]?, ofLane lane: Int) { lanes.withLock { $0[lane] = backlog } }

    /// By topic and partition.
    var all: [PartitionBacklog] {
        lanes.withLock { $0.values.flatMap { $0 } }
            .sorted { ($0.topic, $0.partition) < ($1.topic, $1.partition) }
    }
}

/// One partition of a topic.
package struct TopicPartition: Hashable, Sendable, CustomStringConvertible {
    package let topic: String
    /// Its number, from 0.
    package let partition: Int32

    package init(_ topic: String, _ partition: Int32) {
        self.topic = topic
        self.partition = partition
    }

    /// Such as `fork.uploads [3]`.
    package var description: String { "\(topic) [\(partition)]" }
}

/// Where to read from.
package enum StartPosition: Hashable, Sendable {
    /// This offset, or the next that is there.
    case offset(Int64)
    case beginning
    /// After the newest record.
    case end
    /// Where the group has committed; without that, by `auto.offset.reset`.
    case committed
}

/// A partition to read and where to begin.
package struct Assignment: Hashable, Sendable {
    package let partition: TopicPartition
    /// The first record to read.
    package let start: StartPosition

    /// Names a partition and its start.
    package init(_ partition: TopicPartition, from start: StartPosition) {
        self.partition = partition
        self.start = start
    }
}

/// The ends of a partition.
package struct Watermarks: Hashable, Sendable {
    /// The oldest offset that is there.
    package let low: Int64
    /// The offset after the last record that the asking client may see: for a read_committed one the last stable
    /// offset, for a read_uncommitted one the high watermark.
    package let high: Int64

    package init(low: Int64, high: Int64) {
        self.low = low
        self.high = high
    }
}

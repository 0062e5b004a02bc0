/// One partition of a topic.
package struct TopicPartition: Hashable, Sendable, CustomStringConvertible {
    package let topic: String
    package let partition: Int32

    package init(_ topic: String, _ partition: Int32) {
        self.topic = topic
        self.partition = partition
    }

    /// The form `fork.uploads [3]`.
    package var description: String { "\(topic) [\(partition)]" }
}

/// The position at which reading starts.
package enum StartPosition: Hashable, Sendable {
    /// This offset, or the next one that exists.
    case offset(Int64)
    case beginning
    /// After the newest record.
    case end
    /// The group's committed offset; without one, `auto.offset.reset` decides.
    case committed
}

/// A partition to read, with its start position.
package struct Assignment: Hashable, Sendable {
    package let partition: TopicPartition
    package let start: StartPosition

    package init(_ partition: TopicPartition, from start: StartPosition) {
        self.partition = partition
        self.start = start
    }
}

/// The first and the end offset of a partition.
package struct Watermarks: Hashable, Sendable {
    /// The first offset that exists.
    package let low: Int64
    /// The offset after the last visible record.
    ///
    /// This is the last stable offset for a read_committed client, and otherwise the high watermark.
    package let high: Int64

    package init(low: Int64, high: Int64) {
        self.low = low
        self.high = high
    }
}

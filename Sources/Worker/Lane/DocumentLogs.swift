package import Kafka
package import Vocabulary

/// Decides whether document topics are still the logs that earlier commits wrote.
///
/// The state has the mark of the last record that was written to each partition of a document topic. A transaction
/// whose first record directly follows that record and its commit marker has found the same log, unless the lane meets
/// the partition for the first time. Otherwise the record at the mark must be read.
package struct DocumentLogs {
    /// What is known of a log after a transaction has written to it.
    package enum Verdict: Equatable {
        /// It is the log that earlier commits wrote, or nothing was written before.
        case same
        /// It was deleted and recreated, or replaced.
        case replaced
        /// The record at the mark must be read.
        case unknown
    }

    /// The logs that this lane has compared with their marks, each with its input partition.
    private var met: [TopicPartition: Int32] = [:]
    /// The size above which `met` is cleared, so that its logs are compared again.
    private static let metMax = 100_000

    /// Creates the value for a lane that has met no log yet.
    package init() {}

    /// Compares the offsets that a transaction delivered with the last record of earlier commits.
    package func verdict(on place: TopicPartition, _ span: DeliveredSpan, after last: LogMark?) -> Verdict {
        guard let last else { return .same }
        // The commit marker follows the last record.
        let end = last.offset + 2
        guard let first = span.first else { return .unknown }
        if first < end { return .replaced }
        return first == end && met[place] != nil ? .same : .unknown
    }

    /// Notes a log whose last record is known from now on.
    package mutating func meet(_ place: TopicPartition, of partition: Int32) {
        if met.count >= Self.metMax { met = [:] }
        met[place] = partition
    }

    /// Forgets the logs of partitions that are taken over: their former owner may have met others.
    package mutating func noteAssigned(_ partitions: [Int32]) {
        met = met.filter { !partitions.contains($0.value) }
    }

    /// Forgets all logs, because topics were deleted.
    package mutating func forget() { met = [:] }
}

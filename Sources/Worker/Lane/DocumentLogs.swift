package import Kafka
package import Vocabulary

/// Decides whether document topics are still the logs that earlier commits wrote.
///
/// The state has a mark for each partition of a document topic: its last written record. The log is the same if the
/// first record of a transaction directly follows the marked record and its commit marker, and the lane has compared
/// the log before. The log was replaced if the offset of the first record is lower. Otherwise, the record at the mark
/// must be read.
package struct DocumentLogs {
    /// The result of comparing a log with its mark after a transaction has written to it.
    package enum Verdict: Equatable {
        /// The log is the one that earlier commits wrote, or nothing was written before.
        case same
        /// The log was deleted and recreated, or replaced.
        case replaced
        /// The record at the mark must be read.
        case unknown
    }

    /// The input partition of each log that this lane has compared with its mark.
    private var compared: [TopicPartition: Int32] = [:]
    /// The size above which `compared` is cleared, so that its logs are compared again.
    private static let comparedMax = 100_000

    /// Creates the value for a lane that has compared no log yet.
    package init() {}

    /// Compares the offsets that a transaction delivered with the last record of earlier commits.
    package func verdict(on place: TopicPartition, _ span: DeliveredSpan, after last: LogMark?) -> Verdict {
        guard let last else { return .same }
        // The commit marker follows the last record.
        let end = last.offset + 2
        guard let first = span.first else { return .unknown }
        if first < end { return .replaced }
        return first == end && compared[place] != nil ? .same : .unknown
    }

    /// Notes that a log was compared and that its last record is known.
    package mutating func noteCompared(_ place: TopicPartition, of partition: Int32) {
        if compared.count >= Self.comparedMax { compared = [:] }
        compared[place] = partition
    }

    /// Forgets the logs of newly assigned partitions, because their former owner may have written to other logs.
    package mutating func noteAssigned(_ partitions: [Int32]) {
        compared = compared.filter { !partitions.contains($0.value) }
    }

    /// Forgets all logs, because topics were deleted.
    package mutating func forget() { compared = [:] }
}

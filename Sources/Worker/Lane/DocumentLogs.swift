package import Kafka
package import Vocabulary

/// Decides whether a document topic was recreated since earlier commits wrote to it.
///
/// The state contains the last written record for each partition of a document topic. The next transaction is expected
/// to begin two offsets later, after the commit marker. If the transaction begins earlier, the topic was recreated. If
/// it begins later, or the lane has not compared the log before, the last written record must be read.
package struct DocumentLogs {
    /// The result of comparing the offsets of a transaction with the last record that was written before.
    package enum Verdict: Equatable {
        /// The log is the one that earlier commits wrote, or nothing was written before.
        case same
        /// The log was deleted and recreated.
        case replaced
        /// The record that was written last must be read and compared.
        case unknown
    }

    /// The logs that this lane has compared, each with the input partition from which its documents are derived.
    private var compared: [TopicPartition: Int32] = [:]
    /// The size above which `compared` is cleared, so that all logs are compared again.
    private static let comparedMax = 100_000

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

    /// Marks a log as compared.
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

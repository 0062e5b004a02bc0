package import Kafka
package import Vocabulary
package import Worker

/// The progress of reading the settings: how far each partition is read, and up to which record its log is known to be
/// the same.
package struct SettingsProgress {
    private struct Partition {
        /// The last record that was read.
        var last: LogMark?
        /// The last record that was read before the last comparison.
        ///
        /// Records that were read later do not prove that the log is the same: if a longer log replaces it, a client
        /// reads on without an error.
        var compared: LogMark?
        /// Whether the end was reached.
        var isRead = false
    }

    private var states: [Int32: Partition]
    /// Whether an error suggests that the topic was replaced.
    package var isDoubted = false

    /// Creates the progress of a topic of which nothing is read.
    package init(partitions: Int32) {
        states = Dictionary(uniqueKeysWithValues: (0..<partitions).map { ($0, Partition()) })
    }

    package var partitions: some Sequence<Int32> { states.keys }

    /// Whether the end of each partition was reached.
    package var isComplete: Bool { states.values.allSatisfy(\.isRead) }

    /// The known logs of the partitions.
    package func knownLogs(of topic: String) -> [TopicPartition: KnownLog] {
        var logs: [TopicPartition: KnownLog] = [:]
        for (number, partition) in states {
            let end = partition.last.map { $0.offset + 1 } ?? 0
            logs[TopicPartition(topic, number)] = KnownLog(.settings, mark: partition.compared, end: end)
        }
        return logs
    }

    /// Notes a record that was read.
    package mutating func read(_ mark: LogMark, of partition: Int32) { states[partition]?.last = mark }

    /// Notes that a partition is read to its end.
    ///
    /// The log is compared from its first end on.
    package mutating func reachedEnd(of partition: Int32) {
        guard let state = states[partition], !state.isRead else { return }
        states[partition]?.isRead = true
        states[partition]?.compared = state.last
    }

    /// Takes the findings of a comparison: if all logs were compared and are the same, so are the records read since.
    package mutating func take(_ findings: LogFindings) {
        guard findings.delay == nil, !findings.mustReadAgain else { return }
        isDoubted = false
        for (number, partition) in states { states[number]?.compared = partition.last }
    }
}

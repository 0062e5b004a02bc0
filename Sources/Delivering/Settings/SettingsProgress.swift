package import Kafka
package import Vocabulary
package import Worker

/// How far each partition of the settings is read, and up to which record its log is known to be unchanged.
package struct SettingsProgress {
    private struct Partition {
        /// The last record that was read.
        var last: LogMark?
        /// The last record that was read before the last comparison.
        ///
        /// Records that were read later prove nothing: if a longer log replaces the log, a client continues without an
        /// error.
        var compared: LogMark?
        /// Whether the end was reached.
        var isRead = false
    }

    private var states: [Int32: Partition]
    /// Whether an error suggests that the topic was replaced.
    package var isDoubted = false

    package init(partitions: Int32) {
        states = Dictionary(uniqueKeysWithValues: (0..<partitions).map { ($0, Partition()) })
    }

    package var partitions: some Sequence<Int32> { states.keys }

    /// Whether the end of each partition was reached.
    package var isComplete: Bool { states.values.allSatisfy(\.isRead) }

    /// Returns the last compared record and the known end of each partition.
    package func knownLogs(of topic: String) -> [TopicPartition: KnownLog] {
        var logs: [TopicPartition: KnownLog] = [:]
        for (number, partition) in states {
            let end = partition.last.map { $0.offset + 1 } ?? 0
            logs[TopicPartition(topic, number)] = KnownLog(.settings, mark: partition.compared, end: end)
        }
        return logs
    }

    /// Stores the last record that was read.
    package mutating func read(_ mark: LogMark, of partition: Int32) { states[partition]?.last = mark }

    /// Marks a partition as read to its end; the last record is then known to belong to the log.
    package mutating func reachedEnd(of partition: Int32) {
        guard let state = states[partition], !state.isRead else { return }
        states[partition]?.isRead = true
        states[partition]?.compared = state.last
    }

    /// Applies the findings of a comparison; if no log was replaced, the last records are known to belong to the logs.
    package mutating func take(_ findings: LogFindings) {
        guard findings.delay == nil, !findings.mustReadAgain else { return }
        isDoubted = false
        for (number, partition) in states { states[number]?.compared = partition.last }
    }
}

package import Kafka
import Vocabulary

extension LogReader {
    /// Compares logs with the facts that the process knows of them.
    ///
    /// - Parameters:
    ///   - known: The facts of each partition.
    ///   - admin: Answers with high watermarks: just after a commit, its records can lie after the last stable offset.
    ///   - milliseconds: The time after which the comparison fails.
    /// - Returns: The result for each partition.
    /// - Throws: An error of the kind `passing` if it must be repeated.
    package func compare(
        _ known: [TopicPartition: KnownLog],
        _ admin: borrowing Admin,
        milliseconds: Int32
    ) throws(KafkaError) -> [TopicPartition: LogComparison] {
        if known.isEmpty { return [:] }
        let bounds = try admin.watermarks(of: Array(known.keys), timeoutMilliseconds: milliseconds)
        var marks: [TopicPartition: Int64] = [:]
        for (place, log) in known {
            guard let offset = log.mark?.offset, let bounds = bounds[place] else { continue }
            if (bounds.low..<max(bounds.low, bounds.high)).contains(offset) { marks[place] = offset }
        }
        let found = try records(marks, milliseconds: Int64(milliseconds / 2))
        var results: [TopicPartition: LogComparison] = [:]
        for (place, log) in known {
            guard let bounds = bounds[place] else { continue }
            results[place] = LogComparison(
                log,
                in: LogBounds("\(place)", low: bounds.low, high: bounds.high),
                found: found[place]
            )
        }
        return results
    }

    private func records(
        _ offsets: [TopicPartition: Int64],
        milliseconds: Int64
    ) throws(KafkaError) -> [TopicPartition: LogMark] {
        var found: [TopicPartition: LogMark] = [:]
        do throws(KafkaError) {
            try firstRecords(atOrAfter: offsets, milliseconds: milliseconds) { found[$0] = LogMark($1) }
        } catch {
            guard error.code == .timedOut else { throw error }
            // A client that knows the old log may ignore a new one.
            try renew()
            let left = offsets.filter { found[$0.key] == nil }
            try firstRecords(atOrAfter: left, milliseconds: milliseconds) { found[$0] = LogMark($1) }
        }
        return found
    }
}

package import Kafka
import Vocabulary

extension LogReader {
    /// Compares logs with their last known records and ends.
    ///
    /// - Parameters:
    ///   - known: The last known record and end of each log.
    ///   - admin: The client that requests the high watermarks. The last stable offset is not used, because just after
    ///     a commit it can be before the committed records.
    ///   - milliseconds: The time after which the comparison fails.
    /// - Returns: The consequences for all logs that could be compared in this time.
    /// - Throws: An error of the kind `passing` if nothing could be compared.
    package func compare(
        _ known: [TopicPartition: KnownLog],
        _ admin: borrowing Admin,
        milliseconds: Int32
    ) throws(KafkaError) -> LogFindings {
        if known.isEmpty { return LogFindings([:], [:]) }
        let bounds = try admin.watermarks(of: Array(known.keys), timeoutMilliseconds: milliseconds)
        var marks: [TopicPartition: Int64] = [:]
        for (place, log) in known {
            guard let offset = log.mark?.offset, let bounds = bounds[place] else { continue }
            if (bounds.low..<max(bounds.low, bounds.high)).contains(offset) { marks[place] = offset }
        }
        var found: [TopicPartition: LogMark] = [:]
        let delay = try find(marks, milliseconds: Int64(milliseconds / 2), &found)
        return LogFindings(known, in: bounds, soughtAt: marks, found: found, delay: delay)
    }

    /// Looks up records, and returns an error if not all of them were found in time.
    private func find(
        _ offsets: [TopicPartition: Int64],
        milliseconds: Int64,
        _ found: inout [TopicPartition: LogMark]
    ) throws(KafkaError) -> KafkaError? {
        for isLast in [false, true] {
            do throws(KafkaError) {
                let left = offsets.filter { found[$0.key] == nil }
                try firstRecords(atOrAfter: left, milliseconds: milliseconds) { found[$0] = LogMark($1) }
                return nil
            } catch {
                guard error.code == .timedOut else { throw error }
                if isLast { return error }
                // A client that has read the old log may ignore the new log.
                try renew()
            }
        }
        return nil
    }
}

package import Kafka
import Vocabulary

extension LogReader {
    /// Compares logs with the known facts.
    ///
    /// - Parameters:
    ///   - known: The known facts of each log.
    ///   - admin: The client that requests high watermarks. Just after a commit, its records can lie after the last
    ///     stable offset.
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

    /// Looks up records.
    ///
    /// Returns an error if some records were not found in time.
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
                // A client that knows the old log may ignore the new one.
                try renew()
            }
        }
        return nil
    }
}

import System

extension LogReader {
    /// The largest number of partitions that a lookup reads at once, which bounds the memory for fetched records.
    private static let partitionsMax = 1_000

    /// Looks up the first record at or after an offset of each partition.
    ///
    /// A high watermark does not prove that there is a record, because aborted records and transaction markers also
    /// raise it.
    ///
    /// - Parameters:
    ///   - offsets: An offset of each partition, which must lie in the log or at its end.
    ///   - milliseconds: The time after which the lookup fails. A repeated lookup continues with the remaining
    ///     partitions.
    ///   - found: Called once for each partition that has such a record, as soon as the record arrives.
    /// - Throws: An error of the kind `passing` if the time is over.
    package func firstRecords(
        atOrAfter offsets: [TopicPartition: Int64],
        milliseconds: Int64,
        _ found: (TopicPartition, borrowing Message) -> Void
    ) throws(KafkaError) {
        let until = clocks.steadyMilliseconds() + milliseconds
        let places = offsets.keys.sorted { ($0.topic, $0.partition) < ($1.topic, $1.partition) }
        for first in stride(from: 0, to: places.count, by: Self.partitionsMax) {
            let some = places[first..<min(first + Self.partitionsMax, places.count)]
            let wanted = Set(some)
            for place in ranges.partitions where !wanted.contains(place) { end(place) }
            for place in some {
                let offset = offsets[place] ?? 0
                if ranges.next(of: place) != offset { begin(place, at: offset, to: .firstRecord) }
            }
            try lookUp(until: until, milliseconds, found)
        }
        silent = []
    }

    private func lookUp(
        until time: Int64,
        _ milliseconds: Int64,
        _ found: (TopicPartition, borrowing Message) -> Void
    ) throws(KafkaError) {
        while isReading {
            guard clocks.steadyMilliseconds() < time else { throw try timedOut(milliseconds) }
            switch try next(until: time) {
            case .record(let message): found(TopicPartition(message.topic, message.partition), message)
            case .failed(_, let error):
                guard error.kind == .ofPartition || error.saysTopicIsGone else { continue }
                endAll()
                if error.saysTopicIsGone { try renew() }
                throw error
            case .end: continue
            case nil: continue
            }
        }
        endAll()
    }

    /// Returns the timeout error, and replaces the client if two lookups in a row got no answer for a partition.
    private func timedOut(_ milliseconds: Int64) throws(KafkaError) -> KafkaError {
        let waiting = Set(ranges.partitions)
        let isDeaf = !silent.isDisjoint(with: waiting)
        if isDeaf { try renew() } else { silent = waiting }
        return KafkaError(
            .poll,
            .timedOut,
            subject: waiting.map(\.description).min(),
            reason: "\(waiting.count) partition(s) were not read within \(milliseconds) ms"
        )
    }
}

package import System

/// Reads ranges of partitions, each from its own offset, without a consumer group.
///
/// Only one thread may use a reader. By default, the reader returns only committed records, and a partition ends at its
/// last stable offset.
package final class LogReader {
    /// Something that happened to a partition.
    package enum Event: ~Copyable {
        case record(Message)
        /// The range is read. For a range that never ends: the reader has reached the current end of the partition.
        case end(TopicPartition)
        /// An error of one partition; an error of the kind `ofPartition` ends the reading of the partition.
        case failed(TopicPartition, KafkaError)
    }

    private static let pollMilliseconds: Int64 = 100
    private static let leadersMilliseconds: Int32 = 1_000

    let clocks: Clocks
    private let configuration: Configuration
    private let onEvent: (ClientEvent) -> Void
    /// The client, which callers may also use for metadata requests.
    package private(set) var consumer: Consumer
    private(set) var ranges = LogRanges()
    private var needsAssignment = false
    private var hasPaused = false
    /// The partitions whose ranges are read, but for which `next` has not returned `end` yet.
    private var ended: [TopicPartition] = []
    /// The partitions for which the last lookup timed out.
    var silent: Set<TopicPartition> = []

    /// Creates a reader without ranges.
    ///
    /// A short `fetch.wait.max.ms` in `configuration` makes adding partitions fast, because a new assignment waits
    /// for the answer to the last fetch. `onEvent` receives log lines and notices.
    ///
    /// - Throws: An error of the kind `permanent` that names every invalid property.
    package init(
        _ configuration: Configuration,
        _ clocks: Clocks,
        onEvent: @escaping (ClientEvent) -> Void
    ) throws(KafkaError) {
        var configuration = configuration
        configuration["enable.partition.eof"] = "true"
        consumer = try Consumer(configuration, onEvent: onEvent)
        self.configuration = configuration
        self.clocks = clocks
        self.onEvent = onEvent
    }

    /// Whether `next` can still return records or `end` events.
    package var isReading: Bool { !ranges.isEmpty || !ended.isEmpty }

    /// The number of offsets left in all ranges that end at an offset.
    package var left: Int64 { ranges.left }

    /// Starts to read a range of a partition, instead of an earlier range of the same partition.
    package func begin(_ place: TopicPartition, at offset: Int64, to end: LogRanges.End) {
        ended.removeAll { $0 == place }
        if ranges.add(place, from: offset, to: end) {
            needsAssignment = true
        } else {
            ended.append(place)
        }
    }

    /// Stops reading a partition.
    package func end(_ place: TopicPartition) {
        ended.removeAll { $0 == place }
        if ranges.remove(place) { stop(place) }
    }

    /// Stops reading all partitions.
    package func endAll() {
        for place in ranges.partitions { end(place) }
        ended = []
    }

    /// Returns the next event; nil if none arrives within 100 ms or before `time`, in monotonic milliseconds.
    ///
    /// - Throws: An error that affects all partitions. After an error of the kind `passing`, the leaders of the
    ///   partitions are unknown, and the next call looks them up again.
    package func next(until time: Int64) throws(KafkaError) -> Event? {
        if !ended.isEmpty { return .end(ended.removeFirst()) }
        if needsAssignment { try assign() }
        while true {
            let left = min(max(0, time - clocks.steadyMilliseconds()), Self.pollMilliseconds)
            guard let message = consumer.poll(timeoutMilliseconds: Int32(left)) else { return nil }
            let place = TopicPartition(message.topic, message.partition)
            if let error = message.error {
                if error.kind == .permanent { throw error }
                if error.kind == .ofPartition, ranges.remove(place) { stop(place) }
                return .failed(place, error)
            }
            if message.isEndOfPartition {
                guard ranges.reachedEnd(of: place, at: message.offset) else { continue }
                if ranges.next(of: place) == nil { stop(place) }
                return .end(place)
            }
            switch ranges.take(offset: message.offset, of: place) {
            case .ignore: continue
            case .lend: return .record(message)
            case .lendLast:
                stop(place)
                ended.append(place)
                return .record(message)
            case .end:
                stop(place)
                return .end(place)
            }
        }
    }

    /// Replaces the client, and continues at the same offsets.
    ///
    /// A restart of a broker raises the leader epoch of a topic. If the topic is then recreated, its epoch is 0 again.
    /// librdkafka 2.16 ignores leaders with a lower epoch than it knows, so a client that knows the old topic never reads
    /// the new one.
    package func renew() throws(KafkaError) {
        consumer = try Consumer(configuration, onEvent: onEvent)
        (hasPaused, needsAssignment, silent) = (false, !ranges.isEmpty, [])
    }

    /// Stops fetching a partition whose range was removed.
    ///
    /// Some of its records can still arrive, and are ignored.
    private func stop(_ place: TopicPartition) {
        if ranges.isEmpty {
            try? consumer.unassign()
            (hasPaused, needsAssignment) = (false, false)
        } else if !needsAssignment {
            try? consumer.pause([place])
            hasPaused = true
        }
    }

    private func assign() throws(KafkaError) {
        // Unassigning also resumes paused partitions. A new assignment alone would keep them paused.
        if hasPaused { try consumer.unassign() }
        hasPaused = false
        let assignments = ranges.partitions.map { Assignment($0, from: .offset(ranges.next(of: $0) ?? 0)) }
        try consumer.assign(assignments, findingLeadersWithin: Self.leadersMilliseconds)
        needsAssignment = false
    }
}

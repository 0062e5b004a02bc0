package import Kafka
import System

/// Reads the committed records of topics up to the current end offsets, without a consumer group.
package struct TopicReader: ~Copyable {
    /// The position where a read starts.
    package enum Start: Sendable {
        case beginning
        /// This offset, or the first existing one after it.
        case offset(Int64)
        /// The first record with this timestamp or a later one, in Unix milliseconds.
        case time(Int64)

        /// Returns the offset ranges to read within these bounds.
        ///
        /// For a start time, `found` contains the first matching offset of each partition.
        package func offsets(
            _ bounds: [TopicPartition: (low: Int64, high: Int64)],
            _ found: [TopicPartition: Int64]
        ) -> [TopicPartition: Range<Int64>] {
            var offsets: [TopicPartition: Range<Int64>] = [:]
            for (partition, (low, high)) in bounds {
                let first =
                    switch self {
                    case .beginning: low
                    case .offset(let offset): max(low, offset)
                    // Without an offset, all records are earlier than the start time, so there is nothing to read.
                    case .time: found[partition] ?? high
                    }
                offsets[partition] = min(first, high)..<high
            }
            return offsets
        }
    }

    private let reader: LogReader
    private let cluster: Cluster
    private let clocks = Clocks()
    private let deadline = BrokerDeadline()

    private static let pollMilliseconds: Int64 = 100
    private static let committedMilliseconds: Int32 = 5_000
    private static let silence = Duration.seconds(BrokerDeadline.seconds)

    /// Creates a reader; its deadline for silent brokers starts now.
    package init(_ cluster: Cluster) throws(OperationError) {
        reader = try cluster.openReader()
        self.cluster = cluster
    }

    /// Returns the partition counts of these topics; missing topics are left out.
    package func partitionCounts(of topics: [String]) throws(OperationError) -> [String: Int32] {
        try ask { consumer, timeout throws(KafkaError) in
            try consumer.partitionCounts(of: topics, timeoutMilliseconds: timeout)
        }
    }

    /// Returns the partition counts of all topics with this prefix.
    package func partitionCounts(beginningWith prefix: String) throws(OperationError) -> [String: Int32] {
        try ask { consumer, timeout throws(KafkaError) in
            try consumer.partitionCounts(timeoutMilliseconds: timeout).filter { $0.key.hasPrefix(prefix) }
        }
    }

    /// Reads every record of these partitions; each partition's records are in order.
    ///
    /// `body` receives each record; the record is valid only during the call.
    ///
    /// - Throws: If no broker answers in time, if a broker refuses a request, or if the command is cancelled.
    package func read(
        _ partitions: [TopicPartition],
        from start: Start = .beginning,
        _ body: (borrowing Message) throws(OperationError) -> Void
    ) throws(OperationError) {
        try read(offsets(of: partitions, from: start), body)
    }

    /// Reads the records of these partitions, until `isFound` returns true for a record.
    func search(
        _ partitions: [TopicPartition],
        _ isFound: (borrowing Message) throws(OperationError) -> Bool
    ) throws(OperationError) {
        try follow(try offsets(of: partitions), showsProgress: true, isFound)
    }

    /// Reads these offset ranges, for example to read a range a second time.
    package func read(
        _ offsets: [TopicPartition: Range<Int64>],
        _ body: (borrowing Message) throws(OperationError) -> Void
    ) throws(OperationError) {
        try follow(offsets, showsProgress: true) { message throws(OperationError) in
            try body(message)
            return false
        }
    }

    /// Reads the records at these offsets; `body` may also receive records between them.
    ///
    /// Records that no longer exist are skipped. The progress does not change.
    package func read(
        at offsets: [TopicPartition: [Int64]],
        _ body: (borrowing Message) throws(OperationError) -> Void
    ) throws(OperationError) {
        let there = try self.offsets(of: Array(offsets.keys), from: .beginning)
        var runs = offsets.mapValues { OffsetRuns.cut($0)[...] }
        // Each round reads one range of each partition.
        while runs.contains(where: { !$0.value.isEmpty }) {
            var round: [TopicPartition: Range<Int64>] = [:]
            for partition in runs.keys {
                guard let run = runs[partition]?.popFirst(), let there = there[partition] else { continue }
                round[partition] = run.clamped(to: there)
            }
            try follow(round, showsProgress: false) { message throws(OperationError) in
                try body(message)
                return false
            }
        }
        try cluster.progress.checkCancellation()
    }

    /// Reads the records of these ranges, until `isEnough` returns true for a record.
    private func follow(
        _ offsets: [TopicPartition: Range<Int64>],
        showsProgress: Bool,
        _ isEnough: (borrowing Message) throws(OperationError) -> Bool
    ) throws(OperationError) {
        defer { reader.endAll() }
        for (place, range) in offsets where !range.isEmpty {
            reader.begin(place, at: range.lowerBound, to: .offset(range.upperBound))
        }
        let total = reader.left
        if showsProgress, total == 0 { try cluster.progress.update(done: 0, of: 0) }
        var heard = ContinuousClock.now
        var notice: KafkaError?
        while reader.isReading {
            if showsProgress {
                try cluster.progress.update(done: total - reader.left, of: total)
            } else {
                try cluster.progress.checkCancellation()
            }
            var event: LogReader.Event?
            do throws(KafkaError) {
                event = try reader.next(until: clocks.steadyMilliseconds() + Self.pollMilliseconds)
            } catch {
                guard error.kind == .passing else { throw OperationError(error) }
                notice = error
            }
            switch event.take() {
            case .record(let message):
                (heard, notice) = (.now, nil)
                if try isEnough(message) { return }
            case .end: (heard, notice) = (.now, nil)
            case .failed(_, let error):
                guard error.kind == .passing else { throw OperationError(error) }
                notice = error
            case nil:
                if ContinuousClock.now - heard > Self.silence {
                    if let notice, !notice.isSilence { throw OperationError(notice) }
                    throw cluster.contact.silence(seconds: BrokerDeadline.seconds)
                }
            }
        }
    }

    /// Returns the current offset ranges of partitions, whose topics must exist.
    package func offsets(
        of partitions: [TopicPartition],
        from start: Start = .beginning
    ) throws(OperationError) -> [TopicPartition: Range<Int64>] {
        let ends = try ask { consumer, timeout throws(KafkaError) in
            try consumer.watermarks(of: partitions, timeoutMilliseconds: timeout)
        }
        var found: [TopicPartition: Int64] = [:]
        if case .time(let milliseconds) = start, !partitions.isEmpty {
            let times = Dictionary(uniqueKeysWithValues: partitions.map { ($0, milliseconds) })
            found = try ask { consumer, timeout throws(KafkaError) in
                try consumer.offsets(forTimes: times, timeoutMilliseconds: timeout)
            }
        }
        return start.offsets(ends.mapValues { (low: $0.low, high: $0.high) }, found)
    }

    /// Returns the group's committed offset; nil if there is none, or if the brokers do not answer.
    package func committed(_ partition: TopicPartition) throws(OperationError) -> Int64? {
        do throws(KafkaError) {
            let offsets = try reader.consumer.committed([partition], timeoutMilliseconds: Self.committedMilliseconds)
            return offsets[partition]
        } catch {
            _ = reader.consumer.poll(timeoutMilliseconds: 0)
            guard error.kind == .passing else { throw OperationError(error) }
            return nil
        }
    }

    private func ask<Found>(
        _ question: (borrowing Consumer, Int32) throws(KafkaError) -> Found
    ) throws(OperationError) -> Found {
        do throws(OperationError) {
            return try deadline.ask(cluster) { timeout throws(KafkaError) in try question(reader.consumer, timeout) }
        } catch {
            // Reports the events of librdkafka before the error.
            _ = reader.consumer.poll(timeoutMilliseconds: 0)
            throw error
        }
    }
}

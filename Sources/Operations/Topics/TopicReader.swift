package import Kafka

/// Reads topics to the ends that they have when the reading begins: what is committed, by hand, in no group.
package struct TopicReader: ~Copyable {
    /// Where a reading begins.
    package enum Start: Sendable {
        case beginning
        /// At this offset, or the first that is still there.
        case offset(Int64)
        /// At the first record with this timestamp or a later one, in milliseconds since 1970.
        case time(Int64)

        /// Returns what there is to read of partitions in these bounds, the first offset and the one after the last; by time,
        /// from the first record on that was found to be late enough.
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
                    // Where no record is as late as that there is nothing to read.
                    case .time: found[partition] ?? high
                    }
                offsets[partition] = min(first, high)..<high
            }
            return offsets
        }
    }

    private let consumer: Consumer
    private let cluster: Cluster
    private let patience = Patience()

    private static let pollMilliseconds: Int32 = 100
    private static let committedMilliseconds: Int32 = 5_000
    private static let silence = Duration.seconds(Patience.seconds)

    /// A reader; its patience with brokers that say nothing begins now.
    package init(_ cluster: Cluster) throws(OperationError) {
        consumer = try OperationError.of { () throws(KafkaError) in
            try Consumer(cluster.reader, onEvent: cluster.events)
        }
        self.cluster = cluster
    }

    /// How many partitions these topics have; one that is not there is left out.
    package func partitionCounts(of topics: [String]) throws(OperationError) -> [String: Int32] {
        try ask { consumer, timeout throws(KafkaError) in
            try consumer.partitionCounts(of: topics, timeoutMilliseconds: timeout)
        }
    }

    /// How many partitions each topic has whose name begins so.
    package func partitionCounts(beginningWith prefix: String) throws(OperationError) -> [String: Int32] {
        try ask { consumer, timeout throws(KafkaError) in
            try consumer.partitionCounts(timeoutMilliseconds: timeout).filter { $0.key.hasPrefix(prefix) }
        }
    }

    /// Lends every record of these partitions, each partition's in order.
    ///
    /// - Parameters:
    ///   - partitions: of topics that are there.
    ///   - start: where to begin.
    ///   - work: hears how far the reading is, and may end it.
    ///   - body: gets each record for as long as it runs.
    /// - Returns: whether all was read; false when `work` was stopped.
    /// - Throws: when brokers say nothing for too long, or refuse.
    package func read(
        _ partitions: [TopicPartition],
        from start: Start = .beginning,
        _ work: inout LongWork,
        _ body: (borrowing Message) throws(OperationError) -> Void
    ) throws(OperationError) -> Bool {
        try read(offsets(of: partitions, from: start), &work, body)
    }

    /// The same for offsets that were asked for before, such as to read them a second time.
    package func read(
        _ offsets: [TopicPartition: Range<Int64>],
        _ work: inout LongWork,
        _ body: (borrowing Message) throws(OperationError) -> Void
    ) throws(OperationError) -> Bool {
        let plan = ReadPlan(offsets)
        if plan.isDone { return work.goesOn(done: 0, of: 0) }
        return try follow(plan, goesOn: { work.goesOn(done: $0.done, of: $0.total) }, body)
    }

    /// Lends the records at these offsets, in whatever order they are given, and now and then one that lies between them.
    ///
    /// What is not there any more is passed over; how far the work is stays as it was.
    ///
    /// - Returns: whether all was read; false when `work` was stopped.
    package func read(
        at offsets: [TopicPartition: [Int64]],
        _ work: inout LongWork,
        _ body: (borrowing Message) throws(OperationError) -> Void
    ) throws(OperationError) -> Bool {
        let there = try self.offsets(of: Array(offsets.keys), from: .beginning)
        var runs = offsets.mapValues { OffsetRuns.cut($0)[...] }
        // One run of each partition at a time.
        while runs.contains(where: { !$0.value.isEmpty }) {
            var round: [TopicPartition: Range<Int64>] = [:]
            for partition in runs.keys {
                guard let run = runs[partition]?.popFirst(), let there = there[partition] else { continue }
                round[partition] = run.clamped(to: there)
            }
            let plan = ReadPlan(round)
            if plan.isDone { continue }
            guard try follow(plan, goesOn: { _ in work.goesOn() }, body) else { return false }
        }
        return work.goesOn()
    }

    private func follow(
        _ plan: ReadPlan,
        goesOn: (ReadPlan) -> Bool,
        _ body: (borrowing Message) throws(OperationError) -> Void
    ) throws(OperationError) -> Bool {
        var plan = plan
        try attempt { consumer throws(KafkaError) in try consumer.assign(plan.assignments) }
        var heard = ContinuousClock.now
        var notice: KafkaError?
        while !plan.isDone {
            guard goesOn(plan) else { return false }
            guard let message = consumer.poll(timeoutMilliseconds: Self.pollMilliseconds) else {
                if ContinuousClock.now - heard > Self.silence {
                    throw notice.map { OperationError($0) }
                        ?? .silence(cluster.bootstrapServers, seconds: Patience.seconds)
                }
                continue
            }
            if let error = message.error {
                guard error.kind == .passing else { throw OperationError(error) }
                notice = error
                continue
            }
            heard = .now
            notice = nil
            let place = TopicPartition(message.topic, message.partition)
            if message.isEndOfPartition {
                plan.reachedEnd(of: place)
                continue
            }
            switch plan.take(offset: message.offset, of: place) {
            case .lend: try body(message)
            case .beyond: try attempt { consumer throws(KafkaError) in try consumer.pause([place]) }
            }
        }
        try attempt { consumer throws(KafkaError) in try consumer.unassign() }
        return true
    }

    /// What there is to read of these partitions now, which are of topics that are there.
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

    /// The offset that the group has committed last; nil where there is none, or nobody tells at the moment.
    package func committed(_ partition: TopicPartition) throws(OperationError) -> Int64? {
        do throws(KafkaError) {
            let offsets = try consumer.committed([partition], timeoutMilliseconds: Self.committedMilliseconds)
            return offsets[partition]
        } catch {
            _ = consumer.poll(timeoutMilliseconds: 0)
            guard error.kind == .passing else { throw OperationError(error) }
            return nil
        }
    }

    private func ask<Answer>(
        _ question: (borrowing Consumer, Int32) throws(KafkaError) -> Answer
    ) throws(OperationError) -> Answer {
        do throws(OperationError) {
            return try patience.ask(cluster) { timeout throws(KafkaError) in try question(consumer, timeout) }
        } catch {
            // What the library has to say of it is served now, before the error is told.
            _ = consumer.poll(timeoutMilliseconds: 0)
            throw error
        }
    }

    private func attempt(_ call: (borrowing Consumer) throws(KafkaError) -> Void) throws(OperationError) {
        try OperationError.of { () throws(KafkaError) in try call(consumer) }
    }
}

import Health
import Kafka
import Observation
import Vocabulary

/// The topics that a commit writes to.
extension Lane {
    /// Checks the topics of the pending records, and creates the missing ones.
    func prepareTopics() throws(KafkaError) {
        let rest = commit.outcomes.lazy.flatMap { $0.outcome.records.dropFirst($0.outcome.handedOver.records) }
        let names = outputTopics.unknown(in: rest)
        guard !names.isEmpty else { return }
        // A producer never forgets a topic, and becomes slow with many of them.
        if outputTopics.isFull(with: names) {
            let reason = "the producer knows as many topics as it can, and \(names.count) more are to come"
            obstacles.require(.renew, reason)
            return
        }
        let findings = try outputTopics.prepare(names, by: admin)
        if !findings.created.isEmpty { observer.topicsCreated(count: findings.created.count) }
        if findings.lacksRight, outputTopics.isNews(.describe) { observer.topicLimitsUnknown(lane: number) }
        for (name, fault) in findings.faults { blame(fault, of: name) }
        if !obstacles.isEmpty { return }
        try producer?.warmUp(names, timeoutMilliseconds: Self.callMilliseconds)
        // A topic that only some partitions cannot use is checked again for each commit.
        outputTopics.learn(names.filter { findings.faults[$0] == nil }, created: findings.created)
        if let longest = findings.longestBatch, lowerBatches(to: longest) {
            obstacles.require(.renew, "a topic takes batches of \(longest) bytes at most")
        }
    }

    /// Replaces the current commit with republish markers, if it would write to a topic that was deleted.
    ///
    /// The pending input is read again afterwards.
    func orderWhatIsGone() throws(KafkaError) {
        guard obstacles.isEmpty else { return }
        outputTopics.beginLook()
        var orders: [(partition: Int32, outcome: Outcome)] = []
        var gone: [TopicPartition] = []
        for (partition, outcome) in commit.outcomes {
            guard let store = states[partition] else { continue }
            let (empty, doubtful) = try outputTopics.look(at: outcome.records, of: partition, by: admin)
            // Only output partitions that should contain documents need the search.
            let owed = doubtful.filter { processor.republishing([$0.topic], over: store) != nil }
            let places = empty + (try withoutRecords(owed, of: partition))
            guard !places.isEmpty, let order = processor.republishing(places.map(\.topic), over: store) else {
                continue
            }
            blame(partition, for: order)
            orders.append((partition, order))
            gone += places
        }
        guard obstacles.isEmpty, !orders.isEmpty else { return }
        // A producer that knows the deleted topics may ignore the leaders of the new ones: see `LogReader.renew`.
        if cycle.isInTransaction || !outputTopics.isProducerNew {
            obstacles.require(.renew, "documents of topics that were deleted are to be published again first")
            return
        }
        for place in gone { observer.topicRemade(lane: number, place.topic, partition: place.partition) }
        drop()
        commit.outcomes = orders
        commit.ordered = gone
        cycle.mustOrder(orders.map(\.partition))
    }

    /// Returns the output partitions that have no committed record although their high watermark is above zero.
    private func withoutRecords(_ places: [TopicPartition], of partition: Int32) throws(KafkaError) -> [TopicPartition]
    {
        if places.isEmpty { return [] }
        do throws(KafkaError) {
            let bounds = try admin.watermarks(of: places, timeoutMilliseconds: Self.callMilliseconds)
            let begins = bounds.filter { $0.value.low < $0.value.high }.mapValues(\.low)
            var found: Set<TopicPartition> = []
            try logReader().firstRecords(atOrAfter: begins, milliseconds: Int64(Self.callMilliseconds)) { place, _ in
                outputTopics.noteFilled(place, of: partition)
                found.insert(place)
            }
            return places.filter { !found.contains($0) }
        } catch  where error.isForPerson {
            // Without the right to read, trust the high watermarks.
            let isNews = outputTopics.isNews(.read)
            if isNews { observer.documentsUnreadable(lane: number, reason: error.withAdvice) }
            return []
        } catch  where error.saysTopicIsGone {
            throw KafkaError(.metadata, error.code, reason: error.reason)
        }
    }

    /// Returns the reader that looks up single records.
    func logReader() throws(KafkaError) -> LogReader {
        if let known = outputTopics.search { return known }
        let reader = try LogReader(clients.recordSearch, clocks, onEvent: ClientReports.sink(observer))
        outputTopics.search = reader
        return reader
    }

    /// Requests an abort if the transaction delivered records to an output partition before the known end of its log.
    ///
    /// The topic was deleted and recreated. A republish marker must be committed before any document there.
    func lookForRemadeTopics() {
        let remade = outputTopics.remade(producer?.deliveredSpans ?? [:])
        guard let place = remade.map(\.description).min() else { return }
        obstacles.require(.abort, "\(place) was deleted and recreated: its documents are ordered again first")
    }

    /// Blames the partitions with records for a topic that cannot accept them.
    private func blame(_ fault: OutputTopics.Fault, of topic: String) {
        for (partition, outcome) in commit.outcomes {
            let isConcerned = outcome.records.contains {
                $0.topic == topic && $0.partition ?? 0 >= fault.fromPartition
            }
            if isConcerned { obstacles.blame(partition, fault.reason) }
        }
    }

    /// Lowers the largest batch to the limit of a topic.
    ///
    /// Returns whether it was larger before.
    private func lowerBatches(to longest: Int) -> Bool {
        let batch = TopicLimits.batch(ofLimit: longest)
        guard batch < clients.limits.longestBatch else { return false }
        clients.limits.longestBatch = batch
        return true
    }

    /// Reads the limits of a topic again after it refused a batch as too large.
    ///
    /// - Returns: The reaction of the cycle, or nil for the usual reaction to the error.
    func answer(toRefusalBy place: TopicPartition) -> Recovery? {
        outputTopics.forget()
        let bounds = RecordBounds(options: self.options)
        let needed =
            switch place.topic {
            case topics.state: bounds.state
            case topics.jobs: bounds.job
            case topics.deadLetters: clients.limits.longestDeadLetter
            default: bounds.document
            }
        let longest: Int
        do throws(KafkaError) {
            let settings = try admin.settings(of: [place.topic], timeoutMilliseconds: Self.callMilliseconds)
            guard let known = settings[place.topic]?["max.message.bytes"].flatMap({ Int($0) }) else { return nil }
            longest = known
        } catch {
            guard error.isForPerson else { return nil }
            // Retry with one record per batch, because the batch may have been too large rather than a record.
            if lowerBatches(to: 0) { return .rebuild }
            blame(OutputTopics.refusing(place.topic, needed: needed), of: place)
            return nil
        }
        let isNews = lowerBatches(to: longest)
        if place.topic == topics.deadLetters {
            clients.limits.longestDeadLetter = longest
            return .rebuild
        }
        guard longest < needed else { return isNews ? .rebuild : nil }
        blame(OutputTopics.tooSmall(place.topic, longest, needed: needed), of: place)
        return nil
    }

    /// Blames the partitions with records for this output partition.
    private func blame(_ fault: OutputTopics.Fault, of place: TopicPartition) {
        if place.topic != topics.state { return blame(fault, of: place.topic) }
        obstacles.blame(place.partition, fault.reason)
    }
}

extension RecordBounds {
    /// The longest records that a worker with these options writes.
    init(options: WorkerOptions) { self.init(options.rules) }
}

import Health
import Kafka
import Observation

/// The topics that a commit writes to.
extension Lane {
    /// What has to be done before the topics of a commit can be written to.
    struct Remedy {
        let recovery: Recovery
        /// For whoever reads why a transaction was aborted, where one had begun.
        let reason: String

        init(_ recovery: Recovery, _ reason: String) {
            self.recovery = recovery
            self.reason = reason
        }
    }

    /// Gets to know the topics of the records in hand, and makes those that are missing.
    func prepareTopics() throws(KafkaError) {
        let rest = outcomes.lazy.flatMap { $0.outcome.records.dropFirst($0.outcome.handedOver.records) }
        let names = outputTopics.unknown(in: rest)
        guard !names.isEmpty else { return }
        // A producer never forgets a topic, and grows slow with them.
        if outputTopics.isFull(with: names) {
            remedy = Remedy(.renew, "the producer knows as many topics as it can, and \(names.count) more are to come")
            return
        }
        let findings = try outputTopics.prepare(names, by: admin)
        if !findings.created.isEmpty { observer.topicsCreated(count: findings.created.count) }
        if findings.lacksRight, !hasSaidLackOfRight {
            hasSaidLackOfRight = true
            observer.topicLimitsUnknown(lane: number)
        }
        for (name, fault) in findings.faults { blame(fault, of: name) }
        if !blamed.isEmpty { return }
        try producer?.warmUp(names, timeoutMilliseconds: Self.callMilliseconds)
        // One that only some partitions can't write to is looked at again when they come.
        outputTopics.learn(names.filter { findings.faults[$0] == nil }, created: findings.created)
        if let longest = findings.longestBatch, lowerBatches(to: longest) {
            remedy = Remedy(.renew, "a topic takes batches of \(longest) bytes at most")
        }
    }

    /// Commits, before anything is written to topics that somebody has deleted, that what was in them is published again.
    ///
    /// What was to be committed comes again after it.
    func orderWhatIsGone() throws(KafkaError) {
        guard blamed.isEmpty, remedy == nil else { return }
        outputTopics.beginLook()
        var orders: [(partition: Int32, outcome: Outcome)] = []
        var gone: [TopicPartition] = []
        for (partition, outcome) in outcomes {
            guard let store = stores[partition] else { continue }
            let (empty, doubtful) = try outputTopics.look(at: outcome.records, of: partition, by: admin)
            // A place in which the state has no document needs no look.
            let owed = doubtful.filter { processor.republishing([$0.topic], over: store) != nil }
            let places = empty + (try withoutRecords(owed, of: partition))
            guard !places.isEmpty, let order = processor.republishing(places.map(\.topic), over: store) else {
                continue
            }
            if let value = order.unreadable { blame(partition, value.description) }
            orders.append((partition, order))
            gone += places
        }
        guard blamed.isEmpty, !orders.isEmpty else { return }
        if cycle.isInTransaction {
            remedy = Remedy(.abort, "documents of topics that were deleted are to be published again first")
            return
        }
        for place in gone { observer.topicRemade(lane: number, place.topic, partition: place.partition) }
        drop()
        outcomes = orders
        ordered = gone
        cycle.mustOrder(orders.map(\.partition))
    }

    /// Returns the places that have no committed record although their ends say that something was written there.
    private func withoutRecords(_ places: [TopicPartition], of partition: Int32) throws(KafkaError) -> [TopicPartition]
    {
        if places.isEmpty { return [] }
        let search: RecordSearch
        if let known = recordSearch {
            search = known
        } else {
            search = try RecordSearch(clients, clocks, onEvent: ClientReports.sink(observer))
            recordSearch = search
        }
        do throws(KafkaError) {
            let bounds = try admin.watermarks(of: places, timeoutMilliseconds: Self.callMilliseconds)
            let found = try search.found(in: bounds, milliseconds: Int64(Self.callMilliseconds)) { place in
                outputTopics.noteFilled(place, of: partition)
            }
            return places.filter { !found.contains($0) }
        } catch  where error.isForPerson {
            // A worker without this right goes by the ends, as far as these can tell.
            if !hasSaidLackOfReadRight { observer.documentsUnreadable(lane: number, reason: error.withAdvice) }
            hasSaidLackOfReadRight = true
            return []
        } catch  where error.saysTopicIsGone {
            throw KafkaError(.metadata, error.code, reason: error.reason)
        }
    }

    /// Aborts a transaction that has delivered the first record of a place that should have had some: the documents that were there
    /// are ordered before anything is committed there.
    func lookForRemadeTopics() {
        let remade = outputTopics.remade(begun: producer?.begunPartitions ?? [])
        guard let place = remade.map(\.description).min() else { return }
        remedy = Remedy(.abort, "\(place) was deleted and recreated: its documents are ordered again first")
    }

    /// Blames the partitions with records for a topic that can't take them.
    private func blame(_ fault: OutputTopics.Fault, of topic: String) {
        for (partition, outcome) in outcomes {
            let isConcerned = outcome.records.contains {
                $0.topic == topic && $0.partition ?? 0 >= fault.fromPartition
            }
            if isConcerned { blame(partition, fault.reason) }
        }
    }

    /// Sees to it that no batch is longer than a topic takes; whether that is news.
    private func lowerBatches(to longest: Int) -> Bool {
        let batch = TopicLimits.batch(ofLimit: longest)
        guard batch < clients.limits.longestBatch else { return false }
        clients.limits.longestBatch = batch
        return true
    }

    /// A topic has refused a batch, since its limit is smaller than it was: looks at it again.
    ///
    /// - Returns: What the cycle is told instead of what the error itself asks for.
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
            // Each record goes by itself first: it may have been the batch that was too long.
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

    /// Blames the partitions with records for a place that does not take them.
    private func blame(_ fault: OutputTopics.Fault, of place: TopicPartition) {
        if place.topic == topics.state { blame(place.partition, fault.reason) } else { blame(fault, of: place.topic) }
    }
}

extension RecordBounds {
    /// The bounds of what a worker writes.
    init(options: WorkerOptions) { self.init(options.rules) }
}

import Health
import Kafka
import Observation
import Vocabulary

/// The topics that a commit writes to.
extension Lane {
    /// Checks the topics of the pending records, and creates missing topics.
    func prepareTopics() throws(KafkaError) {
        let rest = commit.outcomes.lazy.flatMap { $0.outcome.records.dropFirst($0.outcome.handedOver.records) }
        let names = outputTopics.unknown(in: rest)
        outputTopics.newCount = names.count
        guard !names.isEmpty else { return }
        if outputTopics.mustRenew {
            obstacles.require(.renew, "the producer knows topics that were deleted")
            return
        }
        // A producer never forgets a topic, and many topics make it slow.
        if outputTopics.isFull(with: names) {
            let reason = "the producer knows as many topics as it can, and \(names.count) more are to come"
            obstacles.require(.renew, reason)
            return
        }
        let findings = try outputTopics.prepare(names, by: admin)
        if !findings.created.isEmpty { observer.topicsCreated(count: findings.created.count) }
        if findings.lacksRight, outputTopics.isNews(.describe) { observer.topicLimitsUnknown(lane: number) }
        for (name, fault) in findings.faults.sorted(by: { $0.key < $1.key }) {
            if waitsAlone(name) { refuse(name, fault.ofTopic) } else { blame(fault, of: name) }
        }
        if obstacles.isEmpty, owed.mustTryWriting {
            for (name, reason) in try deniedWrites(names.filter(waitsAlone)) { refuse(name, reason, isOfWriting: true) }
            // If no topic is denied, the missing right concerns another topic of the transaction. The next failure is
            // then final.
            if !obstacles.isEmpty { owed.mustTryWriting = false }
        }
        if !obstacles.isEmpty { return }
        try producer?.warmUp(names, timeoutMilliseconds: Self.callMilliseconds)
        // A topic with a fault is checked again in each commit, because some partitions can still write to it.
        outputTopics.learn(names.filter { findings.faults[$0] == nil })
        if let longest = findings.longestBatch, lowerBatches(to: longest) {
            obstacles.require(.renew, "a topic takes batches of \(longest) bytes at most")
        }
    }

    /// Returns the reader that looks up single records.
    func logReader() throws(KafkaError) -> LogReader {
        if let known = outputTopics.search { return known }
        let reader = try LogReader(clients.recordSearch, clocks, onEvent: ClientReports.sink(observer))
        outputTopics.search = reader
        return reader
    }

    /// Makes the partitions fail that have records for a topic that cannot accept these records.
    private func blame(_ fault: OutputTopics.Fault, of topic: String) {
        for (partition, outcome) in commit.outcomes {
            let isConcerned = outcome.records.contains {
                $0.topic == topic && $0.partition ?? 0 >= fault.fromPartition
            }
            if isConcerned { obstacles.blame(partition, Reason(.outputRefused, fault.reason)) }
        }
    }

    /// Lowers the batch size to the limit of a topic, and returns whether the batch size was larger.
    private func lowerBatches(to longest: Int) -> Bool {
        let batch = TopicLimits.batch(ofLimit: longest)
        guard batch < clients.limits.longestBatch else { return false }
        clients.limits.longestBatch = batch
        return true
    }

    /// Reads the limits of a topic again after the topic refused a batch as too large.
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
            default: topics.form(of: place.topic) == nil ? bounds.document : bounds.form
            }
        let longest: Int
        do throws(KafkaError) {
            let settings = try admin.settings(of: [place.topic], timeoutMilliseconds: Self.callMilliseconds)
            guard let known = settings[place.topic]?["max.message.bytes"].flatMap({ Int($0) }) else { return nil }
            longest = known
        } catch {
            guard error.isForPerson else { return nil }
            // Retry with one record per batch, because only the batch may have been too large.
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

    /// Makes the partitions fail that have records for this output partition.
    private func blame(_ fault: OutputTopics.Fault, of place: TopicPartition) {
        if waitsAlone(place.topic) { return refuse(place.topic, fault.ofTopic) }
        if place.topic != topics.state { return blame(fault, of: place.topic) }
        obstacles.blame(place.partition, Reason(.outputRefused, fault.reason))
    }
}

extension RecordBounds {
    init(options: WorkerOptions) { self.init(options.rules) }
}

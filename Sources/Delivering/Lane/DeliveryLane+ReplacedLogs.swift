import Dispatching
import Kafka
import Observation
import Store
import Worker

/// Topics of jobs and changelogs that are deleted and recreated under a running lane.
extension DeliveryLane {
    /// Returns the partitions whose offsets the group has lost: their topic may have been recreated.
    ///
    /// New offsets would hide the loss, so it must be called before they are sent.
    func lookForReplacedInputs(before parts: [DispatchCommit.OfPartition]) throws(KafkaError) -> [Int32] {
        var offsets: [Input: Int64] = [:]
        for part in parts { offsets[.uploads(part.partition)] = part.nextOffset }
        let lost = try lost(groupOffsets.asked(before: offsets))
        if lost.isEmpty { groupOffsets.sending(offsets.keys) }
        return lost
    }

    /// Compares all logs periodically, even if nothing is committed.
    ///
    /// A recreated topic with exactly as many records as were read looks like a topic without new records.
    func lookForReplacedLogs(at now: Int64) {
        guard groupOffsets.isDue(at: now) || feed.isDoubted else { return }
        var standing: [Input: Int64] = [:]
        for partition in owned.restored { standing[.uploads(partition)] = owned.committed(partition) ?? 0 }
        do throws(KafkaError) {
            var lost: [Int32] = []
            var compared: [TopicPartition: LogComparison] = [:]
            let known = knownLogs
            try status.asking { () throws(KafkaError) in
                lost = try self.lost(groupOffsets.asked(before: standing))
                compared = try results(known)
            }
            feed.noteCompared()
            act(on: compared, known, lost)
        } catch {
            feed.noteCompared()
            groupOffsets.failed(at: now)
            context.observer.brokerLog(severity: 5, facility: error.name, text: error.withAdvice)
        }
    }

    private var knownLogs: [TopicPartition: KnownLog] {
        var known = feed.knownLogs
        for partition in owned.restored {
            known[place(partition)] = owned.knownInput(partition)
            known[changelog(partition)] = owned.knownChangelog(partition)
        }
        return known
    }

    /// Does what the results of a comparison demand, and restores the partitions whose offsets are lost.
    private func act(
        on results: [TopicPartition: LogComparison],
        _ known: [TopicPartition: KnownLog],
        _ lost: [Int32]
    ) {
        var doubted = Set(lost)
        var strange: [Int32: String] = [:]
        var mustReadAgain = false
        for (place, log) in known {
            switch (log.use, results[place]) {
            // Another owner of the partition may have written a newer identity.
            case (.state, .gone): doubted.insert(place.partition)
            case (let use, let result?):
                guard let evidence = result.evidence else { continue }
                switch use.consequence {
                case .readAgain: mustReadAgain = true
                case .refuse where use == .state: strange[place.partition] = evidence
                case .refuse: doubted.insert(place.partition)
                case .publishAgain, .accept: continue
                }
            case (_, nil): continue
            }
        }
        refuse(strange)
        doubted.subtract(strange.keys)
        if !doubted.isEmpty { restoreDoubted(doubted.sorted()) }
        if mustReadAgain {
            feed.startAgain()
            followSettings()
        }
    }

    private func results(_ known: [TopicPartition: KnownLog]) throws(KafkaError) -> [TopicPartition: LogComparison] {
        if known.isEmpty || options.process.isEmbedded { return [:] }
        let reader: LogReader
        if let logs {
            reader = logs
        } else {
            reader = try LogReader(clients.recordSearch, clocks, onEvent: ClientReports.sink(context.observer))
            logs = reader
        }
        return try reader.compare(known, admin, milliseconds: Self.callMilliseconds)
    }

    /// Returns the faults of the changelogs in which this transaction's records have got their places.
    func strangeChangelogs() throws(KafkaError) -> [Int32: String] {
        var strange: [Int32: String] = [:]
        var doubtful: [TopicPartition: KnownLog] = [:]
        for (place, span) in producer?.deliveredSpans ?? [:] where place.topic == topics.webhookState {
            guard let known = owned.knownChangelog(place.partition) else { continue }
            switch known.written(span) {
            case .next: continue
            case .afterGap: doubtful[place] = known
            case .below(let offset):
                strange[place.partition] =
                    "has taken a record at offset \(offset), and this dispatcher knows it up to \(known.end)"
            }
        }
        for (place, result) in try results(doubtful) {
            if let evidence = result.evidence { strange[place.partition] = evidence }
        }
        return strange
    }

    /// Leaves partitions alone whose changelogs are other ones.
    func refuse(_ strange: [Int32: String]) {
        if strange.isEmpty { return }
        // The store may now be the only copy.
        try? context.database.flush()
        for (partition, evidence) in strange.sorted(by: { $0.key < $1.key }) {
            drop([partition])
            leaveAlone(
                partition,
                "\(changelog(partition)) \(evidence): it was deleted and made again, or lost its newest records. This "
                    + "state directory may be the only copy: keep it, and start once with --adopt-state"
            )
        }
    }

    private func changelog(_ partition: Int32) -> TopicPartition { TopicPartition(topics.webhookState, partition) }

    /// Restores partitions, which compares their topic with what their state has read.
    func restoreDoubted(_ partitions: [Int32]) {
        let places = partitions.map { place($0).description }.joined(separator: ", ")
        context.observer.inputsDoubted(lane: 0, partitions, places: places, group: options.process.groupID)
        restoreAnew(partitions)
    }

    private func lost(_ asked: [Input]) throws(KafkaError) -> [Int32] {
        let partitions = asked.map(\.partition).filter { owned.isServed($0) }
        // The embedded broker keeps no offsets.
        if partitions.isEmpty || options.process.isEmbedded { return [] }
        let known = try consumer.committed(partitions.map(place), timeoutMilliseconds: Self.callMilliseconds)
        return partitions.filter { known[place($0)] == nil }
    }
}

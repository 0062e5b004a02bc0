import Dispatching
import Kafka
import Observation
import Store
import Worker

/// Detection of topics that are deleted and recreated while the lane runs.
extension DeliveryLane {
    /// Returns the partitions whose offsets the group has lost: their topic may have been recreated.
    ///
    /// New offsets would hide the loss, so the lane calls this function before it sends offsets.
    func lookForReplacedInputs(before parts: [DispatchCommit.OfPartition]) throws(KafkaError) -> [Int32] {
        var offsets: [Input: Int64] = [:]
        for part in parts { offsets[.uploads(part.partition)] = part.nextOffset }
        let lost = try lost(groupOffsets.asked(before: offsets))
        groupOffsets.sending(offsets.keys)
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
            var findings = LogFindings([:], [:])
            try status.asking { () throws(KafkaError) in
                lost = try self.lost(groupOffsets.asked(before: standing))
                findings = try compared(knownLogs)
            }
            act(on: findings, lost)
            if let delay = findings.delay { throw delay }
        } catch {
            feed.postponeComparison()
            groupOffsets.failed(at: now)
            context.observer.brokerLog(severity: 5, facility: error.name, text: error.withAdvice)
        }
    }

    private var knownLogs: [TopicPartition: KnownLog] {
        var known = feed.knownLogs
        for partition in owned.restored {
            known[place(partition)] = owned.knownInput(partition)
            known[TopicPartition(topics.webhookState, partition)] = owned.knownChangelog(partition)
        }
        return known
    }

    /// Acts on the findings of a comparison, and restores the partitions whose offsets are lost.
    private func act(on findings: LogFindings, _ lost: [Int32]) {
        refuse(findings.states)
        let doubted = Set(findings.doubted.map(\.partition)).union(lost).subtracting(
            findings.states.keys.map(\.partition)
        )
        if !doubted.isEmpty { restoreDoubted(doubted.sorted()) }
        feed.take(findings)
        if findings.mustReadAgain { followSettings() }
    }

    private func compared(_ known: [TopicPartition: KnownLog]) throws(KafkaError) -> LogFindings {
        if known.isEmpty || options.process.isEmbedded { return LogFindings([:], [:]) }
        let reader: LogReader
        if let logs {
            reader = logs
        } else {
            reader = try LogReader(clients.recordSearch, clocks, onEvent: ClientReports.sink(context.observer))
            logs = reader
        }
        return try reader.compare(known, admin, milliseconds: Self.callMilliseconds)
    }

    /// Finds replaced changelogs by the offsets of this transaction's records, and returns the evidence.
    func replacedChangelogs() throws(KafkaError) -> [TopicPartition: String] {
        let spans = producer?.deliveredSpans ?? [:]
        let findings = LogFindings(spans, in: topics.webhookState) { owned.knownChangelog($0) }
        let others = try compared(findings.unsure)
        if let delay = others.delay { throw delay }
        return findings.states.merging(others.states) { $1 }
    }

    /// Stops processing partitions whose changelogs were replaced.
    func refuse(_ replaced: [TopicPartition: String]) {
        if replaced.isEmpty { return }
        // Flushed, because the store may now be the only copy of the state.
        try? context.database.flush()
        for (changelog, evidence) in replaced.sorted(by: { $0.key.partition < $1.key.partition }) {
            drop([changelog.partition])
            leaveAlone(
                changelog.partition,
                Reason(
                    .stateReplaced,
                    "\(changelog) \(evidence): it was deleted and made again, or lost its newest records. This "
                        + "state directory may be the only copy: keep it. The next attempt to restore the partition "
                        + "says what the topic holds now, and what to do"
                )
            )
        }
    }

    /// Restores partitions whose topic may have been recreated, because a restore checks the topic.
    func restoreDoubted(_ partitions: [Int32]) {
        let places = partitions.map { place($0).description }.joined(separator: ", ")
        context.observer.inputsDoubted(lane: 0, partitions, places: places, group: options.process.groupID)
        dropAndRestore(partitions)
    }

    private func lost(_ asked: [Input]) throws(KafkaError) -> [Int32] {
        let partitions = asked.map(\.partition).filter { owned.isServed($0) }
        // The embedded broker keeps no offsets.
        if partitions.isEmpty || options.process.isEmbedded { return [] }
        let known = try consumer.committed(partitions.map(place), timeoutMilliseconds: Self.callMilliseconds)
        return partitions.filter { known[place($0)] == nil }
    }
}

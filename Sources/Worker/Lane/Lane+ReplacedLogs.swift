import Kafka
import Observation
import Store
import System
import Vocabulary

/// Detection of inputs and changelogs that are deleted and recreated while a lane runs.
extension Lane {
    /// Finds inputs whose offsets the group has lost, because their topics may have been recreated.
    func lookForReplacedInputs(before offsets: [Input: Int64]) throws(KafkaError) {
        try doubt(membership.offsets.asked(before: offsets))
        if obstacles.isEmpty { membership.offsets.sending(offsets.keys) }
    }

    /// Compares all logs periodically, even if nothing is committed.
    ///
    /// A recreated topic with exactly as many records as were read looks like a topic without new records.
    func lookForReplacedLogs(at now: Int64) {
        guard membership.offsets.isDue(at: now) else { return }
        let standing = cycle.committed
        do throws(KafkaError) {
            try status.asking { () throws(KafkaError) in
                try doubt(membership.offsets.asked(before: standing))
                try compare(states.knownLogs(topics))
            }
        } catch {
            membership.offsets.failed(at: now)
            observer.brokerLog(severity: 5, facility: error.name, text: error.withAdvice)
        }
        if let obstacle = obstacles.take() { perform(overcome(obstacle)) }
    }

    /// Restores partitions whose inputs may have been recreated, because a restore checks the inputs.
    func restore(_ doubted: [TopicPartition]) -> [Action] {
        let places = doubted.map(\.description).sorted().joined(separator: ", ")
        let partitions = doubted.map(\.partition)
        observer.inputsDoubted(lane: number, partitions, places: places, group: options.groupID)
        return cycle.restart(partitions, at: clocks.steadyMilliseconds())
    }

    private func doubt(_ asked: [Input]) throws(KafkaError) {
        // The embedded broker keeps no offsets.
        if asked.isEmpty || options.isEmbedded { return }
        // The admin client cannot be used here: librdkafka 2.0.2 uses freed memory after an admin request that the
        // coordinator does not answer.
        let committed = try consumer.committed(asked.map(partition), timeoutMilliseconds: Self.callMilliseconds)
        for input in asked where committed[partition(input)] == nil { obstacles.doubt(partition(input)) }
    }

    /// Finds replaced changelogs by the offsets of this transaction's records, and makes their partitions fail.
    func blameChangelogs() throws(KafkaError) {
        let spans = producer?.deliveredSpans ?? [:]
        let findings = LogFindings(spans, in: topics.state) { states.knownChangelog($0) }
        note(findings)
        try compare(findings.unsure)
    }

    private func compare(_ known: [TopicPartition: KnownLog]) throws(KafkaError) {
        if known.isEmpty || options.isEmbedded { return }
        let findings = try logReader().compare(known, admin, milliseconds: Self.callMilliseconds)
        note(findings)
        if let delay = findings.delay { throw delay }
    }

    private func note(_ findings: LogFindings) {
        for (changelog, evidence) in findings.states { blame(changelog, evidence) }
        // The restore compares these logs again, and logs the details.
        for place in findings.doubted { obstacles.doubt(place) }
    }

    /// Makes a partition fail because its changelog was replaced.
    private func blame(_ changelog: TopicPartition, _ evidence: String) {
        // The store may now be the only copy, so flush it in case the process is killed. An error is ignored, because
        // nothing is committed anyway.
        try? context.database.flush()
        obstacles.blame(
            changelog.partition,
            Reason(
                .stateReplaced,
                """
                \(changelog) \(evidence): it was deleted and made again, or lost its newest records. Nothing more of the \
                partition is published. This state directory may be the only copy: keep it. The next attempt to restore the \
                partition says what the topic holds now, and what to do
                """
            )
        )
    }
}

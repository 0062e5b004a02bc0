import Health
import Kafka
import Observation
import Store
import System

/// Inputs and changelogs that are deleted and recreated under a running lane.
extension Lane {
    /// Finds inputs whose offsets the group has lost: their topics may have been recreated.
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
                try compare(Set(standing.keys.map(\.partition)))
            }
        } catch {
            membership.offsets.failed(at: now)
            observer.brokerLog(severity: 5, facility: error.name, text: error.withAdvice)
        }
        if let obstacle = obstacles.take() { perform(overcome(obstacle)) }
    }

    /// Restores partitions, which compares their inputs with what their states have read.
    func restore(_ doubted: [TopicPartition]) -> [Action] {
        let places = doubted.map(\.description).sorted().joined(separator: ", ")
        let partitions = doubted.map(\.partition)
        observer.inputsDoubted(lane: number, partitions, places: places, group: options.groupID)
        return cycle.restart(partitions, at: clocks.steadyMilliseconds())
    }

    private func doubt(_ asked: [Input]) throws(KafkaError) {
        // The embedded broker keeps no offsets.
        if asked.isEmpty || options.isEmbedded { return }
        // The admin client is no choice: librdkafka 2.0.2 uses freed memory after an admin request without an answer of the
        // coordinator.
        let committed = try consumer.committed(asked.map(partition), timeoutMilliseconds: Self.callMilliseconds)
        for input in asked where committed[partition(input)] == nil { obstacles.doubt(partition(input)) }
    }

    /// Checks the places that this transaction's records have got in the changelogs.
    ///
    /// If a changelog is another one, the old state is missing from it, and nobody could notice this once it has grown.
    func blameChangelogs() throws(KafkaError) {
        var doubtful: [TopicPartition: KnownLog] = [:]
        for (place, span) in producer?.deliveredSpans ?? [:] where place.topic == topics.state {
            guard let known = states.knownChangelog(place.partition) else { continue }
            switch known.written(span) {
            case .next: continue
            case .afterGap: doubtful[place] = known
            case .below(let offset):
                blame(place, "has taken a record at offset \(offset), and this worker knows it up to \(known.end)")
            }
        }
        try compare(doubtful)
    }

    private func compare(_ partitions: Set<Int32>) throws(KafkaError) {
        var known: [TopicPartition: KnownLog] = [:]
        for partition in partitions { known.merge(states.knownLogs(partition, topics)) { $1 } }
        try compare(known)
    }

    private func compare(_ known: [TopicPartition: KnownLog]) throws(KafkaError) {
        if known.isEmpty || options.isEmbedded { return }
        let results = try logReader().compare(known, admin, milliseconds: Self.callMilliseconds)
        for (place, log) in known {
            switch (log.use, results[place]) {
            case (.state, .gone): obstacles.doubt(place)
            case (let use, let result?) where use.consequence == .refuse:
                guard let evidence = result.evidence else { continue }
                // The restore compares an input again, and has the figures.
                if use == .state { blame(place, evidence) } else { obstacles.doubt(place) }
            default: continue
            }
        }
    }

    /// Blames a partition whose changelog is another one.
    private func blame(_ changelog: TopicPartition, _ evidence: String) {
        // The store may now be the only copy, so flush it before anything can kill the process. An error is ignored,
        // because nothing is committed anyway.
        try? context.database.flush()
        obstacles.blame(
            changelog.partition,
            """
            \(changelog) \(evidence): it was deleted and made again, or lost its newest records. Nothing more of the \
            partition is published. This state directory may be the only copy: keep it, and start once with --adopt-state, which writes \
            this state back into it
            """
        )
    }
}

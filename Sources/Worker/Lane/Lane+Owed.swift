import Health
import Kafka
import Observation
import Store
import System
import Vocabulary

/// Owed documents, which wait because the topic of their connection or app refuses documents.
extension Lane {
    /// Whether only the documents of a topic wait for it: the topic belongs to one connection or app, or to a form.
    func waitsAlone(_ topic: String) -> Bool {
        guard case .documents(let form, let owner) = topics.purpose(of: topic) else { return false }
        return form != nil || owner != .all
    }

    /// Adds a topic that refuses documents, and repeats the current commit without its documents.
    func refuse(_ topic: String, _ reason: String, isOfWriting: Bool = false) {
        owed.refused.refuse(topic, reason, isOfWriting: isOfWriting, at: clocks.steadyMilliseconds())
        processor.refusals[topic] = reason
        obstacles.require(.abort, "\(topic) \(reason): its documents are owed, and the others are written without it")
    }

    /// Counts the connections of a restored partition that wait for a topic, and loads the refusing topics.
    ///
    /// If a connection waits for a topic that the current options do not use, the waiting connections are checked again
    /// at once. The same happens if the state cannot be read; the check then fails with the error.
    func restoreOwed(_ partition: Int32, _ store: RocksStore) {
        let now = clocks.steadyMilliseconds()
        var count = 0
        var areReleased = false
        var reasons: [String: String] = [:]
        processor.owed(in: store) { one in
            count += 1
            if let one, topics.purpose(of: one.topic)?.isFor(options.rules.routing) ?? false {
                reasons[one.topic] = one.reason
            } else {
                areReleased = true
            }
        }
        owed.restore(partition, count)
        countOwed()
        for (topic, reason) in reasons {
            owed.refused.restore(topic, reason, at: now)
            processor.refusals[topic] = reason
        }
        if areReleased { release(partition) }
    }

    /// Forgets the owed documents of partitions that were revoked or have failed; nil: of all partitions.
    func forgetOwed(_ partitions: [Int32]?) {
        let mustLoadAgain = owed.forget(partitions)
        countOwed()
        if !mustLoadAgain { return }
        processor.refusals = [:]
        for partition in cycle.assigned { if let store = states[partition] { restoreOwed(partition, store) } }
    }

    /// Updates the number of owed connections after a commit of a partition.
    func noteOwed(_ outcome: Outcome, of partition: Int32) {
        owed.committed(partition, difference: outcome.owedDifference)
        countOwed()
        // A topic that refused documents when the batch began has accepted documents since.
        if outcome.refusingTopics.contains(where: { owed.refused.reason($0) == nil }) { release(partition) }
    }

    private func release(_ partition: Int32) {
        owed.mustRelease(partition)
        cycle.mustRederive(partition)
    }

    /// Makes a commit that marks connections for re-derivation if their topics accept documents again.
    ///
    /// Returns false if no connections must be checked.
    func releaseOwed(_ partition: Int32, _ store: RocksStore) -> Bool {
        guard owed.isReleasing(partition) else { return false }
        let (outcome, next) = processor.release(over: store, from: owed.place(partition))
        blame(partition, for: outcome)
        commit.outcomes = [(partition, outcome)]
        commit.released = (partition, next)
        return true
    }

    /// Checks again whether topics still refuse documents, if a check is due.
    func tryRefusedTopics(at now: Int64) {
        guard owed.refused.nextDue <= now, !cycle.isInTransaction, !cycle.isCommitting else { return }
        let names = owed.refused.due(at: now)
        if names.isEmpty { return }
        do throws(KafkaError) {
            let findings = try status.asking { () throws(KafkaError) in try outputTopics.prepare(names, by: admin) }
            let open = names.filter { findings.faults[$0] == nil }
            let denied = try status.asking { () throws(KafkaError) in
                try deniedWrites(open.filter { owed.refused.mustWrite($0) })
            }
            for name in names {
                if let reason = findings.faults[name]?.ofTopic ?? denied[name] {
                    owed.refused.refuse(name, reason, at: now)
                } else {
                    owed.refused.accept(name)
                    processor.refusals[name] = nil
                }
            }
            if open.count > denied.count { for partition in cycle.assigned { release(partition) } }
        } catch {
            observer.brokerLog(severity: 5, facility: error.name, text: error.withAdvice)
        }
    }

    /// Returns the topics that the worker may not write to, each with the reason.
    func deniedWrites(_ names: [String]) throws(KafkaError) -> [String: String] {
        try names.isEmpty ? [:] : WriteProbe(clients: clients, clocks: clocks).denied(names)
    }

    private func countOwed() { observer.owed(connections: owed.countChange()) }

    /// Logs once a minute that documents are owed, beginning with the first commit that leaves them out.
    func noteOwed(at now: Int64) {
        guard owed.refused.mustSay(connections: owed.count, at: now), let first = owed.refused.first().first else {
            return
        }
        observer.documentsOwed(
            lane: number,
            connections: owed.count,
            topics: owed.refused.count,
            topic: first.topic,
            reason: first.reason
        )
    }

    /// Returns the topics that refuse documents, for the probes.
    func owedStanding() -> ComponentStanding.Owed {
        let shown = owed.refused.first().map { "\($0.topic) \($0.reason)" }
        var standing = ComponentStanding.Owed(topics: shown, count: owed.refused.count)
        standing.reasons = owed.refused.reasons()
        if let only = standing.reasons.first?.key, standing.reasons.count == 1 { standing.reasons = [only: owed.count] }
        return standing
    }
}

package import Vocabulary

extension Processor {
    /// Returns the last record that earlier commits of a partition wrote to a document topic.
    package func documentLog(_ topic: String, over state: any PartitionState) -> DocumentLog {
        DocumentLog(topic, rules, over: state)
    }

    /// Adds the last record of each written document topic to an outcome, and orders republication of replaced topics.
    ///
    /// The commit that finds a replaced topic writes its own documents to the new topic. The ordered re-derivation
    /// publishes all other documents of the topic again. The documents and the order are in one transaction. If the
    /// transaction is aborted, the state still has the last record of the former topic. So a later commit finds the
    /// replacement again.
    ///
    /// `written` has the logs that the commit has written to. They replace the logs of an earlier call. `state` is
    /// the partition's state before the commit.
    package func note(_ written: [WrittenLog], in outcome: inout Outcome, over state: any PartitionState) {
        outcome.afterDelivery = []
        let reader = StateReader(.ofPartition, of: state)
        for one in written {
            let log = one.log
            if log.unreadable != nil { outcome.unreadable = outcome.unreadable ?? log.unreadable }
            // The state must not name a forgotten connection, unless this commit reopened the connection.
            if outcome.forgotten.contains(log.owner), !outcome.keeps(log.owner) { continue }
            outcome.afterDelivery.append(log.change(to: one.mark))
            guard one.isReplaced else { continue }
            outcome.isBehind = true
            if log.formRoute.route.isOwn {
                outcome.order(log.formRoute, of: log.owner, reader)
            } else {
                outcome.order(log.formRoute, reader, DocumentRules(rules))
            }
        }
        outcome.unreadable = outcome.unreadable ?? reader.unreadable
    }
}

/// A partition of a document topic that a commit has written to.
package struct WrittenLog: Sendable {
    let log: DocumentLog
    /// The last record that the commit wrote to the partition.
    let mark: LogMark
    /// Whether the log of the partition was replaced since earlier commits.
    let isReplaced: Bool

    package init(_ log: DocumentLog, mark: LogMark, isReplaced: Bool) {
        self.log = log
        self.mark = mark
        self.isReplaced = isReplaced
    }
}

extension Outcome {
    /// Whether a connection that this commit forgets has samples again after the commit.
    fileprivate func keeps(_ connection: ConnectionID) -> Bool {
        changes.contains { $0.connection == connection && $0.stateKey == StateKey(.summary) && $0.value != nil }
    }

    /// Orders the republication of all documents of a connection's own topic.
    fileprivate mutating func order(_ formRoute: FormRoute, of connection: ConnectionID, _ reader: StateReader) {
        let stateKey = PendingRederivation.stateKey(connection)
        let held =
            pending(stateKey).map { $0.value.flatMap { PendingRederivation($0) } }
            ?? reader.read(.behind, at: stateKey) { PendingRederivation($0) }.meaning
        var order = PendingRederivation(connection, republished: held?.republished ?? [])
        order.republished.formUnion([formRoute])
        afterDelivery.append(reader.change(stateKey, to: order.packed))
    }

    /// Orders the republication of all documents of a shared topic.
    fileprivate mutating func order(_ formRoute: FormRoute, _ reader: StateReader, _ rules: DocumentRules) {
        let stateKey = StateKey(.partition)
        let held = pending(stateKey).map { $0.value.flatMap { PartitionSummary($0) } } ?? PartitionSummary(reader)
        var summary = held ?? PartitionSummary(rules)
        var republished = summary.position?.republished ?? []
        republished.formUnion([formRoute])
        summary.position = PartitionSummary.Position(republished: republished)
        afterDelivery.append(reader.change(stateKey, to: summary.packed))
    }

    /// Returns the last change that this commit already makes to a partition-wide value; nil if there is none.
    private func pending(_ stateKey: StateKey) -> StateChange? {
        [afterDelivery, changes].lazy.flatMap { $0.reversed() }
            .first { $0.stateKey == stateKey && $0.connection == .ofPartition }
    }
}

extension Processor {
    /// Asks for documents to be published again whose topic was deleted, if a topic that is empty was not new.
    ///
    /// A connection that had documents before, and sends them nowhere else now, has had them there.
    ///
    /// - Parameters:
    ///   - topic: The name of a topic of documents that has nothing of this partition.
    ///   - outcome: A commit of uploads that writes to it.
    ///   - state: The partition's state before that commit.
    package func republish(into topic: String, with outcome: inout Outcome, over state: any PartitionState) {
        let partition = StateReader(.ofPartition, of: state)
        let stateKey = StateKey(.partition)
        let changed = outcome.changes.firstIndex { $0.connection == .ofPartition && $0.stateKey == stateKey }
        let own = changed.flatMap { outcome.changes[$0].value }.flatMap { PartitionSummary($0) }
        guard var summary = own ?? PartitionSummary(partition), summary.position == nil else { return }
        for connection in Set(outcome.changes.map(\.connection)).sorted() {
            guard let route = route(ofEstablished: connection, outcome, partition, state),
                route.topic(of: connection, prefix: rules.topicPrefix) == topic
            else { continue }
            outcome.isBehind = true
            guard !route.isOwn else {
                outcome.changes.append(partition.change(to: ConnectionBehind(connection, republished: route)))
                continue
            }
            // Others have had theirs there, too.
            summary.position = PartitionSummary.Position(republished: route)
            let change = partition.change(stateKey, to: summary.packed)
            if let changed { outcome.changes[changed] = change } else { outcome.changes.append(change) }
            return
        }
    }

    /// Where the documents of a connection are that had some before a commit and has not moved; nil for another.
    ///
    /// One that had only uploaded what was refused has had none: its first ones are in the commit, once.
    private func route(
        ofEstablished connection: ConnectionID,
        _ outcome: Outcome,
        _ partition: StateReader,
        _ state: any PartitionState
    ) -> Route? {
        guard connection != .ofPartition, partition.value(at: ConnectionBehind.stateKey(connection)) == nil else {
            return nil
        }
        // Settings may send it elsewhere.
        let isSettled = outcome.changes.allSatisfy {
            $0.connection != connection || $0.stateKey != StateKey(.settings)
        }
        let reader = StateReader(connection, of: state)
        let published = StateKey.range(.published, days: Int32.min...Int32.max)
        guard isSettled, !reader.stateKeys(in: published).isEmpty else { return nil }
        let settings = reader.read(.settings, at: StateKey(.settings)) { ConnectionSettings($0) }.meaning
        return Route(rules.routing, appID: settings?.appID)
    }
}

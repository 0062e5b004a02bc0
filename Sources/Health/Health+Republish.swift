extension Processor {
    /// What has to be committed by itself before a commit may write to topics of documents that have nothing of its
    /// partition: that what was in them is published again, since somebody has deleted them.
    ///
    /// By itself, since a commit that fails leaves its mark in a topic all the same: nobody would see any more that it was
    /// deleted.
    ///
    /// - Parameters:
    ///   - topics: The names of the topics, to which the commit writes.
    ///   - state: The partition's state before that commit.
    /// - Returns: The changes of state; nil where the topics are new, or this is in the state already.
    package func republishing(_ topics: [String], over state: any PartitionState) -> Outcome? {
        let partition = StateReader(.ofPartition, of: state)
        var order = Outcome()
        if var summary = PartitionSummary(partition) {
            let gone = summary.shared.filter { topics.contains($0.topic(of: .ofPartition, prefix: rules.topicPrefix)) }
            let republished = summary.position?.republished ?? []
            let isAtBeginning = summary.position.map { $0.connection == nil && $0.day == nil } ?? false
            if !gone.isEmpty, !isAtBeginning || !gone.allSatisfy(republished.contains) {
                let all = republished + gone.filter { !republished.contains($0) }
                summary.position = PartitionSummary.Position(republished: all)
                order.changes.append(partition.change(StateKey(.partition), to: summary.packed))
            }
        }
        for topic in topics {
            guard let connection = Route.connection(ofTopic: topic, prefix: rules.topicPrefix) else { continue }
            let behind = ConnectionBehind(connection, republished: .connection)
            let held = partition.read(.behind, at: behind.stateKey) { ConnectionBehind($0) }.meaning
            guard held != behind, hasDocuments(connection, at: .connection, state) else { continue }
            order.changes.append(partition.change(behind.stateKey, to: behind.packed))
        }
        order.unreadable = partition.unreadable
        if order.changes.isEmpty, order.unreadable == nil { return nil }
        order.isBehind = true
        return order
    }

    /// Whether a connection has documents in a place that may be published again.
    ///
    /// One that had only uploaded what was refused has none: its first ones are in the commit, once.
    private func hasDocuments(_ connection: ConnectionID, at route: Route, _ state: any PartitionState) -> Bool {
        let range = StateKey.range(.published, days: Int32.min...Int32.max)
        return state.stateKeys(in: range, of: connection).contains { stateKey in
            guard let value = state.value(at: stateKey, of: connection),
                let documents = PublishedDocuments(value, at: stateKey)
            else { return false }
            return documents.entries.contains { $0.document.route == route && !$0.document.isFrozen }
        }
    }
}

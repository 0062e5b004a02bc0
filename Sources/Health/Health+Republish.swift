package import Vocabulary

extension Processor {
    /// Orders the republication of deleted document topics, before a commit writes to them.
    ///
    /// A topic that contains no record of the partition although documents were published there has been deleted. The
    /// order must be committed in its own transaction. If it were part of the commit that writes to the topic, an abort
    /// would leave transaction markers in the topic, and the topic would no longer look deleted.
    ///
    /// - Parameters:
    ///   - topics: The names of the topics that the commit writes to and that contain no record of the partition.
    ///   - state: The partition's state before the commit.
    /// - Returns: The state changes that order the republication. Nil if the topics are new, or if the order is already
    ///   in the state.
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
            let behind = PendingRederivation(connection, republished: .connection)
            let held = partition.read(.behind, at: behind.stateKey) { PendingRederivation($0) }.meaning
            guard held != behind, hasDocuments(connection, at: .connection, state) else { continue }
            order.changes.append(partition.change(behind.stateKey, to: behind.packed))
        }
        order.unreadable = partition.unreadable
        if order.changes.isEmpty, order.unreadable == nil { return nil }
        order.changes.sort { $0.stateKey < $1.stateKey }
        order.checkEnd()
        order.isBehind = true
        return order
    }

    /// Whether a connection has published documents on a route, not counting frozen ones.
    ///
    /// A connection whose uploads were all refused has none. Its first documents are part of the commit itself.
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

package import Vocabulary

/// Owed documents, which wait until their topic accepts documents again.
extension Processor {
    /// The maximum number of connections with waiting documents that one commit reads.
    private static let owedMax = 1_000

    /// Calls `body` for each connection whose documents wait, with nil for a marker that cannot be read.
    package func owed(in state: any PartitionState, _ body: (OwedConnection?) -> Void) {
        state.scan(OwedConnection.range, of: .ofPartition) { _, value in body(OwedConnection(value.copied)) }
    }

    /// Orders the re-derivation of connections whose topics accept documents again.
    ///
    /// `stateKey` is the state key at which the previous call stopped; it is nil for the first call.
    ///
    /// - Returns: The outcome to commit, and the state key to continue at; nil if all markers were read.
    package func release(over state: any PartitionState, from stateKey: StateKey?) -> (
        outcome: Outcome, next: StateKey?
    ) {
        let range = max(stateKey ?? OwedConnection.range.lowerBound, OwedConnection.range.lowerBound)
        let found = state.first(Self.owedMax, in: range...OwedConnection.range.upperBound, of: .ofPartition)
        let reader = StateReader(.ofPartition, of: state)
        var outcome = Outcome()
        var ofPartition: [StateChange] = []
        var connections: [ConnectionID] = []
        for one in found {
            guard let owed = OwedConnection(one.bytes) else {
                reader.note(unreadable: .owed, one.bytes)
                break
            }
            if refusals[owed.topic] != nil { continue }
            ofPartition.append(reader.change(one.stateKey, to: nil, from: one.bytes.count))
            ofPartition.append(reader.change(to: PendingRederivation(owed.connection)))
            connections.append(owed.connection)
        }
        for connection in connections.sorted() {
            let own = StateReader(connection, of: state)
            if var summary = own.read(.summary, at: StateKey(.summary), { ConnectionSummary($0) }).meaning {
                summary.isOwed = false
                outcome.changes.append(own.change(StateKey(.summary), to: summary.packed))
            }
            outcome.unreadable = outcome.unreadable ?? own.unreadable
        }
        outcome.changes += ofPartition.sorted { $0.stateKey < $1.stateKey }
        outcome.unreadable = outcome.unreadable ?? reader.unreadable
        outcome.isBehind = !connections.isEmpty
        outcome.checkEnd()
        let last = found.count < Self.owedMax ? nil : found.last?.stateKey
        return (outcome, last.map { StateKey(head: $0.head, high: $0.high, low: $0.low &+ 1) })
    }
}

extension Outcome {
    /// The number of connections whose documents begin to wait in this commit, minus the number that stop waiting.
    package var owedDifference: Int {
        changes.reduce(0) { count, change in
            guard change.stateKey.kind == .owed else { return count }
            return count + (change.value == nil ? 0 : 1) - (change.heldBytes == nil ? 0 : 1)
        }
    }
}

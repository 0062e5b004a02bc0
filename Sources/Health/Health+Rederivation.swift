package import Vocabulary

/// Re-derivation: deriving a partition's documents again after their rules have changed.
extension Processor {
    /// The relation between the rules of a partition's published documents and the rules of this processor.
    package enum Standing: Equatable, Sendable {
        case current
        /// The rules differ, or an earlier re-derivation has not finished: documents must be derived again.
        case behind(Work)
        /// A newer version of the derivation published the documents. This version must not overwrite them.
        case ahead(version: Int)
        /// The summary of the partition cannot be read.
        case unreadable(UnreadableValue)
    }

    /// The extent of a re-derivation, for log lines and progress.
    package struct Work: Equatable, Sendable {
        /// The rules that differ, as text; empty if an earlier commit started the re-derivation.
        package var differences: [String]
        /// The number of connections to derive, and the number of finished ones.
        package var connections: Int
        package var done: Int
        /// The number of frozen documents, which a re-derivation does not change.
        package var frozen: Int
    }

    /// The maximum number of re-derivation markers that one commit reads.
    private static let markersMax = 1_000

    /// Compares the rules of a partition's published documents with the rules of this processor.
    package func standing(of state: any PartitionState) -> Standing {
        let reader = StateReader(.ofPartition, of: state)
        let held = PartitionSummary(reader)
        if let unreadable = reader.unreadable { return .unreadable(unreadable) }
        guard let held else { return .current }
        let own = DocumentRules(rules)
        if held.rules.version > own.version { return .ahead(version: held.rules.version) }
        let waiting = reader.stateKeys(in: PendingRederivation.range).count
        if held.rules == own, held.position == nil, waiting == 0 { return .current }
        let done = held.rules == own ? held.position?.done ?? 0 : 0
        let differences = own.differences(from: held.rules)
        let connections = held.rules == own && held.position == nil ? waiting : held.connections
        return .behind(Work(differences: differences, connections: connections, done: done, frozen: held.frozen))
    }

    /// Derives a batch of a partition's documents again, and resumes where the previous commit stopped.
    ///
    /// `budgetBytes` is the approximate number of bytes of samples and documents in one commit. A commit always
    /// derives at least one day of one connection. `now` is the current time, in milliseconds since 1970.
    ///
    /// - Returns: The outcome to commit, and the number of finished connections; nil if all are finished.
    package func rederive(
        over state: any PartitionState,
        partition: Int32,
        budgetBytes: Int,
        atMilliseconds now: Int64
    ) -> (outcome: Outcome, done: Int?) {
        let reader = StateReader(.ofPartition, of: state)
        let own = DocumentRules(rules)
        var summary = PartitionSummary(reader) ?? PartitionSummary(own)
        if summary.rules != own {
            summary.rules = own
            summary.position = PartitionSummary.Position(republished: summary.position?.republished ?? [])
        }
        // Bounded, because many connections can wait for the same topic, and their markers become due at the same time.
        let waiting = state.first(Self.markersMax, in: PendingRederivation.range, of: .ofPartition).map(\.stateKey)
        if summary.position == nil, waiting.isEmpty { return (Outcome(), nil) }
        summary.commits += 1
        let commit = RederivationCommit(partition: partition, number: summary.commits, atMilliseconds: now)
        var work = RederivationWork(
            commit,
            over: state,
            rules: rules,
            zones: zones,
            refusals: refusals,
            budgetBytes: budgetBytes
        )
        var left = waiting.count < Self.markersMax ? waiting.count : .max
        var derived: Set<ConnectionID> = []
        var ofPartition: [StateChange] = []
        for stateKey in waiting where work.mayGoOn {
            guard var behind = reader.read(.behind, at: stateKey, { PendingRederivation($0) }).meaning else { break }
            derived.insert(behind.connection)
            behind.day = work.derive(behind.connection, from: behind.day, republished: behind.republished)
            if behind.day == nil { left -= 1 }
            ofPartition.append(reader.change(stateKey, to: behind.day == nil ? nil : behind.packed))
        }
        while work.mayGoOn, var position = summary.position {
            let isBegun = position.day != nil
            if let next = isBegun ? position.connection : state.firstConnection(after: position.connection) {
                // This commit may already have changed documents of this connection. Only the next commit can read the
                // new versions.
                if derived.contains(next) { break }
                position.connection = next
                position.day = work.derive(next, from: position.day, republished: position.republished)
                if position.day == nil { position.done += work.isKnown ? 1 : 0 }
                summary.position = position
            } else {
                summary.position = nil
            }
        }
        ofPartition.append(reader.change(StateKey(.partition), to: summary.packed))
        work.outcome.refusingTopics = work.owed.map(\.topic)
        for owed in work.owed { ofPartition.append(reader.change(to: owed)) }
        for (connection, republished) in work.postponed {
            guard var owed = reader.read(.owed, at: .owed(connection), { OwedConnection($0) }).meaning else { continue }
            owed.republished.formUnion(republished)
            ofPartition.append(reader.change(to: owed))
        }
        work.outcome.changes += ofPartition.sorted { $0.stateKey < $1.stateKey }
        work.outcome.unreadable = work.outcome.unreadable ?? reader.unreadable
        work.outcome.checkEnd()
        let isDone = summary.position == nil && left == 0
        return (work.outcome, isDone ? nil : summary.position?.done ?? 0)
    }
}

/// Deriving documents of a partition again that other rules have shaped.
extension Processor {
    /// What a partition's state says of the rules by which its documents are published.
    package enum Standing: Equatable, Sendable {
        case current
        /// They are others, or it is on the way to these: documents must be derived again.
        case behind(Work)
        /// A newer version of the derivation has published them, which this one must not undo.
        case ahead(version: Int)
        /// It can't be read.
        case unreadable(UnreadableValue)
    }

    /// What a re-derivation has to do.
    package struct Work: Equatable, Sendable {
        /// What is different in the rules; nothing where one that was begun goes on.
        package var differences: [String]
        /// How many connections there are, and how many of them are done.
        package var connections: Int
        package var done: Int
        /// How many documents stay as they are, since they are frozen.
        package var frozen: Int
    }

    /// How the documents of a partition stand to the rules of this processor.
    package func standing(of state: any PartitionState) -> Standing {
        let reader = StateReader(.ofPartition, of: state)
        let held = PartitionSummary(reader)
        if let unreadable = reader.unreadable { return .unreadable(unreadable) }
        guard let held else { return .current }
        let own = DocumentRules(rules)
        if held.rules.version > own.version { return .ahead(version: held.rules.version) }
        if held.rules == own, held.position == nil { return .current }
        let done = held.rules == own ? held.position?.done ?? 0 : 0
        let differences = own.differences(from: held.rules)
        return .behind(
            Work(differences: differences, connections: held.connections, done: done, frozen: held.frozen)
        )
    }

    /// So many connections have records in one commit of re-derivation: each can have topics of its own.
    private static let rederivedConnectionsMax = 500

    /// Derives documents of a partition again that other rules have shaped, from where the commit before has ended, and
    /// says what is different.
    ///
    /// - Parameters:
    ///   - state: The partition's state.
    ///   - partition: Its number.
    ///   - budgetBytes: About how many bytes of samples and documents the commit may take; a day of a connection is the
    ///     least.
    ///   - now: The time, in milliseconds since 1970.
    /// - Returns: What to commit, and how many connections are done with it; nil when nothing is left to be done.
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
            summary.position = PartitionSummary.Position()
        }
        var outcome = Outcome()
        guard var position = summary.position else { return (outcome, nil) }
        summary.commits += 1
        let commit = RederivationCommit(partition: partition, number: summary.commits, atMilliseconds: now)
        var budget = budgetBytes
        var published = 0
        while budget > 0, published < Self.rederivedConnectionsMax {
            let isBegun = position.day != nil
            guard let connection = isBegun ? position.connection : state.firstConnection(after: position.connection)
            else {
                summary.position = nil
                break
            }
            var part = ConnectionCommit(StateReader(connection, of: state), rules: rules, zones: zones)
            position.connection = connection
            position.day = part.rederive(commit, from: position.day, budgetBytes: &budget)
            if position.day == nil, part.state.isKnown { position.done += 1 }
            summary.position = position
            let records = part.records()
            if !records.isEmpty { published += 1 }
            outcome.records += records
            outcome.changes += part.changes()
            outcome.unreadable = outcome.unreadable ?? part.unreadable
        }
        outcome.changes.append(reader.change(StateKey(.partition), to: summary.packed))
        outcome.unreadable = outcome.unreadable ?? reader.unreadable
        return (outcome, summary.position?.done)
    }
}

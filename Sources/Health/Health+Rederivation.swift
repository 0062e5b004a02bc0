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
        let waiting = ConnectionBehind.stateKeys(reader).count
        if held.rules == own, held.position == nil, waiting == 0 { return .current }
        let done = held.rules == own ? held.position?.done ?? 0 : 0
        let differences = own.differences(from: held.rules)
        let connections = held.rules == own && held.position == nil ? waiting : held.connections
        return .behind(Work(differences: differences, connections: connections, done: done, frozen: held.frozen))
    }

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
            summary.position = PartitionSummary.Position(republished: summary.position?.republished ?? [])
        }
        let waiting = ConnectionBehind.stateKeys(reader)
        if summary.position == nil, waiting.isEmpty { return (Outcome(), nil) }
        summary.commits += 1
        let commit = RederivationCommit(partition: partition, number: summary.commits, atMilliseconds: now)
        var work = RederivationWork(commit, over: state, rules: rules, zones: zones, budgetBytes: budgetBytes)
        var left = waiting.count
        var derived: Set<ConnectionID> = []
        for stateKey in waiting where work.mayGoOn {
            guard var behind = reader.read(.behind, at: stateKey, { ConnectionBehind($0) }).meaning else { break }
            derived.insert(behind.connection)
            let republished = behind.republished.map { [$0] } ?? []
            behind.day = work.derive(behind.connection, from: behind.day, republished: republished)
            if behind.day == nil { left -= 1 }
            work.outcome.changes.append(reader.change(stateKey, to: behind.day == nil ? nil : behind.packed))
        }
        while work.mayGoOn, var position = summary.position {
            let isBegun = position.day != nil
            if let next = isBegun ? position.connection : state.firstConnection(after: position.connection) {
                // Its turn comes with the next commit, which knows what this one has published of it.
                if derived.contains(next) { break }
                position.connection = next
                position.day = work.derive(next, from: position.day, republished: position.republished)
                if position.day == nil { position.done += work.isKnown ? 1 : 0 }
                summary.position = position
            } else {
                summary.position = nil
            }
        }
        summary.add(work.routes)
        work.outcome.changes.append(reader.change(StateKey(.partition), to: summary.packed))
        work.outcome.unreadable = work.outcome.unreadable ?? reader.unreadable
        let isDone = summary.position == nil && left == 0
        return (work.outcome, isDone ? nil : summary.position?.done ?? 0)
    }
}

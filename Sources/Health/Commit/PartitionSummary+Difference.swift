extension PartitionSummary {
    /// What a commit of uploads changes of it.
    struct Difference: Equatable {
        var frozen = 0
        var connections = 0
        /// The connections that were forgotten, which makes it a commit of re-derivation too.
        var forgotten: [ConnectionID] = []
        /// Where documents go that share a topic with those of others.
        var shared: Set<Route> = []

        /// Nothing is changed so far.
        init() {}

        /// What a connection's part of the commit changes.
        init(_ commit: borrowing ConnectionCommit) {
            guard commit.removals.isEmpty else {
                forgotten = [commit.connection]
                frozen = -commit.state.summary.frozenCount
                connections = commit.state.isKnown ? -1 : 0
                return
            }
            frozen = commit.state.frozen
            connections = commit.state.isNew ? 1 : 0
            if commit.publication.rules.routing != .connection { shared = commit.publication.routes }
        }

        /// Adds what another connection's part of the commit changes.
        mutating func add(_ other: Self) {
            frozen += other.frozen
            connections += other.connections
            forgotten += other.forgotten
            shared.formUnion(other.shared)
        }
    }
}

extension Batch {
    /// The changes of what is known of the partition as a whole; none mostly.
    mutating func partitionChanges(_ difference: PartitionSummary.Difference) -> [StateChange] {
        let marks = markChanges.values.sorted { $0.stateKey < $1.stateKey }
        let held = PartitionSummary(partition)
        if held == nil, difference == PartitionSummary.Difference() { return marks }
        let own = DocumentRules(rules)
        var summary = held ?? PartitionSummary(own)
        if summary.rules != own {
            // The first documents that other rules shape: should these change back, all must be looked at again.
            summary.rules = own
            summary.position = PartitionSummary.Position(republished: summary.position?.republished ?? [])
        }
        summary.add(difference.shared)
        summary.frozen = max(0, summary.frozen + difference.frozen)
        summary.connections = max(0, summary.connections + difference.connections)
        if !difference.forgotten.isEmpty { summary.commits += 1 }
        if let at = summary.position?.connection, unnamed.contains(at) {
            // It must not be named any more; those before it are looked at once more, and found as they should be.
            summary.position = PartitionSummary.Position(republished: summary.position?.republished ?? [])
        }
        if summary == held { return marks }
        return marks + [partition.change(StateKey(.partition), to: summary.packed)]
    }
}

import Vocabulary

extension PartitionSummary {
    /// The changes that a commit of uploads makes to a partition summary.
    struct Difference: Equatable {
        var frozen = 0
        var connections = 0
        /// The forgotten connections; if there are any, the commit also counts as a re-derivation commit.
        var forgotten: [ConnectionID] = []

        /// The connections whose documents begin to wait for a topic that refuses documents.
        var owed: [OwedConnection] = []
        /// The connections whose documents no longer wait for a topic.
        var released: [ConnectionID] = []

        init() {}

        /// Creates the difference that the commit of one connection makes.
        init(_ commit: borrowing ConnectionCommit) {
            guard commit.removals.isEmpty else {
                forgotten = [commit.connection]
                frozen = -commit.state.summary.frozenCount
                connections = commit.state.isKnown ? -1 : 0
                return
            }
            frozen = commit.state.frozen
            connections = commit.state.isNew ? 1 : 0
        }

        mutating func add(_ other: Self) {
            frozen += other.frozen
            connections += other.connections
            forgotten += other.forgotten
            owed += other.owed
            released += other.released
        }
    }
}

extension Batch {
    /// Returns the changes of the partition-wide state in any order; usually there are none.
    mutating func partitionChanges(_ difference: PartitionSummary.Difference) -> [StateChange] {
        var markChanges = markChanges
        for connection in difference.released {
            let stateKey = StateKey.owed(connection)
            if partition.heldBytes(at: stateKey) != nil { markChanges[stateKey] = partition.change(stateKey, to: nil) }
        }
        for owed in difference.owed {
            markChanges[owed.stateKey] = partition.change(to: owed)
        }
        let marks = Array(markChanges.values)
        let held = PartitionSummary(partition)
        if held == nil, difference == PartitionSummary.Difference() { return marks }
        let own = DocumentRules(rules)
        var summary = held ?? PartitionSummary(own)
        if summary.rules != own {
            // This is the first commit with changed rules. All connections must be derived again, even if the rules
            // change back later.
            summary.rules = own
            summary.position = PartitionSummary.Position(republished: summary.position?.republished ?? [])
        }
        summary.frozen = max(0, summary.frozen + difference.frozen)
        summary.connections = max(0, summary.connections + difference.connections)
        if !difference.forgotten.isEmpty { summary.commits += 1 }
        if let at = summary.position?.connection, erased.contains(at) {
            // The position of the re-derivation must not name a forgotten connection. Restarting the re-derivation is
            // safe, because documents that are up to date stay unchanged.
            summary.position = PartitionSummary.Position(republished: summary.position?.republished ?? [])
        }
        if summary == held { return marks }
        return marks + [partition.change(StateKey(.partition), to: summary.packed)]
    }
}

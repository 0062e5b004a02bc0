extension PartitionSummary {
    /// What a commit of uploads changes of it.
    struct Difference: Equatable {
        var frozen = 0
        var connections = 0
        /// Whether connections were forgotten, which makes it a commit of re-derivation too.
        var forgets = false

        /// Adds what a connection's part of the commit brings.
        mutating func add(_ commit: borrowing ConnectionCommit) {
            guard commit.removals.isEmpty else {
                forgets = true
                frozen -= commit.state.summary.frozenCount
                connections -= commit.state.isKnown ? 1 : 0
                return
            }
            frozen += commit.state.frozen
            connections += commit.state.isNew ? 1 : 0
        }
    }
}

extension Batch {
    /// The changes of what is known of the partition as a whole; none mostly.
    mutating func partitionChanges(_ difference: PartitionSummary.Difference) -> [StateChange] {
        let marks = markChanges.values.sorted { $0.stateKey < $1.stateKey }
        if difference == PartitionSummary.Difference() { return marks }
        var summary = PartitionSummary(partition) ?? PartitionSummary(DocumentRules(rules))
        summary.frozen = max(0, summary.frozen + difference.frozen)
        summary.connections = max(0, summary.connections + difference.connections)
        if difference.forgets { summary.commits += 1 }
        return marks + [partition.change(StateKey(.partition), to: summary.packed)]
    }
}

/// The partition assignor of the group, which must be the same for all members.
package enum Assignor: String, Sendable, CaseIterable {
    /// Eager: all members give back all partitions, and then get their new ones.
    ///
    /// Pending input can be committed before another member owns its partition.
    case range
    /// Incremental: members give back only the partitions that move, and continue with the others.
    ///
    /// A rebalance takes two rounds. If it begins during a commit, the commit can abort, and its input is read again.
    case cooperativeSticky = "cooperative-sticky"
}

/// The partition assignor of the group, which must be the same for all members.
package enum Assignor: String, Sendable, CaseIterable {
    /// Eager: all members give back all partitions, and then get their new partitions.
    ///
    /// A member can commit its pending input before another member owns the partition.
    case range
    /// Incremental: members give back only the partitions that move, and continue with their other partitions.
    ///
    /// A rebalance takes two rounds. If it begins during a commit, the commit can abort, and its input is read again.
    case cooperativeSticky = "cooperative-sticky"
}

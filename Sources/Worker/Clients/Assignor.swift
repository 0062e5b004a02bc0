/// How the group shares partitions among its members; all of them must have the same.
package enum Assignor: String, Sendable, CaseIterable {
    /// Eager: all members give back everything, then get their new share. Each revoke comes before others own a thing, so
    /// that what is in hand can be committed.
    case range
    /// Only what moves is given back, and the rest goes on. A rebalance takes two rounds, and one that begins during a
    /// commit makes that abort, to be read again.
    case cooperativeSticky = "cooperative-sticky"
}

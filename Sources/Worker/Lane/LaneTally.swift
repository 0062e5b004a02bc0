package import Health
package import Store
import Vocabulary

/// The replay totals of one partition, with and without the current commit.
package struct LaneTally {
    private var known: StateTally
    /// The time up to which the working time is already in the totals.
    private var since: Int64
    private var sent: (tally: StateTally, at: Int64)?

    /// Creates the totals of a restored partition from the totals in its state.
    package init(_ known: StateTally?, at now: Int64) {
        self.known = known ?? StateTally()
        since = now
    }

    /// Returns the totals including the current commit, but without aborted commits.
    package mutating func count(_ outcome: Outcome?, at now: Int64) -> StateTally {
        var tally = known
        if let outcome { tally.add(outcome.records, outcome.accounting) }
        tally.milliseconds += max(0, now - since)
        sent = (tally, now)
        return tally
    }

    /// Adds the current commit to the totals.
    package mutating func committed() {
        guard let sent else { return }
        (known, since) = (sent.tally, sent.at)
        self.sent = nil
    }
}

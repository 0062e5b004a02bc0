package import Health
package import Store

/// What a replay counts of one partition: what is committed, and what the commit under way adds to it.
package struct LaneTally {
    private var known: StateTally
    /// When it was worked at last, as far as that is counted.
    private var since: Int64
    private var sent: (tally: StateTally, at: Int64)?

    /// A partition that was restored now, with what its state has counted.
    package init(_ known: StateTally?, at now: Int64) {
        self.known = known ?? StateTally()
        since = now
    }

    /// What it comes to with the commit under way, which may be given up and made again.
    package mutating func count(_ outcome: Outcome?, at now: Int64) -> StateTally {
        var tally = known
        if let outcome { tally.add(outcome) }
        tally.milliseconds += max(0, now - since)
        sent = (tally, now)
        return tally
    }

    /// The commit has come about.
    package mutating func committed() {
        guard let sent else { return }
        (known, since) = (sent.tally, sent.at)
        self.sent = nil
    }
}

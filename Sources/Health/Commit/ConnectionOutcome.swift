/// What one connection's part of a commit brings.
struct ConnectionOutcome {
    /// The records of its documents and jobs, in order.
    let records: [OutputRecord]
    /// The changes of its state.
    let changes: [StateChange]
    /// What it changes of the partition as a whole.
    let difference: PartitionSummary.Difference
    /// What of its state can't be read.
    let unreadable: UnreadableValue?

    /// Derives what a connection's part of a commit has changed, compares it with what is published, and lets freeze what the
    /// horizon has passed.
    init(_ commit: inout ConnectionCommit) {
        // The windows that changed, their documents, and of these the records that differ from what is published.
        commit.derive()
        records = commit.records()
        // What the horizon has passed: its documents stay as they are, its samples go.
        commit.freeze()
        changes = commit.changes()
        difference = PartitionSummary.Difference(commit)
        unreadable = commit.unreadable
    }

    /// About how many bytes it holds until the commit ends.
    var weightBytes: Int {
        let ofRecords = records.reduce(0) { $0 + ($1.value?.count ?? 0) }
        return changes.reduce(ofRecords) { $0 + ($1.value?.count ?? 0) }
    }
}

extension Batch {
    /// Derives what the next connection's uploads have changed, for whoever has nothing to read and the commit is not due: then
    /// less is left for its end.
    ///
    /// It is derived of a copy, and should more come of the connection, all of it is derived once more, at the end: what a
    /// commit brings does not depend on when it was derived.
    ///
    /// - Returns: Whether there was one; each is derived ahead once at most.
    @discardableResult
    package mutating func deriveAhead() -> Bool {
        guard aheadCount < connectionCommits.count else { return false }
        defer { aheadCount += 1 }
        var commit = connectionCommits[aheadCount]
        let outcome = ConnectionOutcome(&commit)
        weightBytes += outcome.weightBytes
        connectionCommits[aheadCount].ahead = outcome
        return true
    }

    /// Derives what the next connection's uploads have changed, for good: that is part of the outcome then, and nothing more of
    /// the connection may be added.
    ///
    /// One whose settings have changed is left for the end, as `deriveAhead` leaves it: what is forgotten, or moves, is judged
    /// with all that comes of it.
    ///
    /// - Returns: Whether the outcome has grown.
    @discardableResult
    package mutating func close() -> Bool {
        guard canDeriveAhead, connectionCommits[aheadCount].canBeClosed else {
            deriveAhead()
            return false
        }
        let own = ConnectionOutcome(&connectionCommits[aheadCount])
        weightBytes += own.weightBytes
        if own.unreadable != nil {
            connectionCommits[aheadCount].ahead = own
            aheadCount += 1
            return false
        }
        outcome.records += own.records
        outcome.changes += own.changes
        difference.add(own.difference)
        letGo(aheadCount)
        return true
    }

    /// Takes a connection's part out, whose place the last one takes.
    private mutating func letGo(_ index: Int) {
        let last = connectionCommits.count - 1
        connectionCommits.swapAt(index, last)
        let connection = connectionCommits.removeLast().connection
        indices[connection] = nil
        closed.insert(connection)
        guard index < last else { return }
        // One that was forgotten, and begins anew, has two parts.
        let moved = connectionCommits[index].connection
        if indices[moved] == last { indices[moved] = index }
    }

    /// Whether nothing more of a connection, whose id is the key of its records, may be added.
    package func isClosed(_ key: RawSpan?) -> Bool {
        guard !closed.isEmpty, let key, let connection = ConnectionID(key.copied) else { return false }
        return closed.contains(connection)
    }

    /// Whether a connection is there that neither `deriveAhead` nor `close` has looked at.
    package var canDeriveAhead: Bool { aheadCount < connectionCommits.count }
}

import Vocabulary

/// The records and state changes that one connection contributes to a commit.
struct ConnectionOutcome {
    /// The records of documents and jobs, in the order in which they are produced.
    let records: [OutputRecord]
    let changes: [StateChange]
    /// The changes to the partition summary.
    let difference: PartitionSummary.Difference
    /// The first stored value that could not be read; if not nil, the commit must not be written.
    let unreadable: UnreadableValue?

    /// Derives the changed documents of a connection, compares them with the published ones, and freezes old documents.
    ///
    /// If a topic that the connection needs refuses documents, no documents are derived.
    init(_ commit: inout ConnectionCommit) {
        var owed: OwedConnection?
        var isReleased = false
        if commit.removals.isEmpty, commit.isOwed {
            owed = commit.owe()
            // Records exist only if documents were derived earlier in this commit. Since then, new settings have moved
            // the documents to a topic that refuses them.
            records = commit.publication.records([])
        } else {
            isReleased = commit.removals.isEmpty && commit.release()
            commit.derive()
            records = commit.records()
            commit.freeze()
        }
        changes = commit.changes()
        var difference = PartitionSummary.Difference(commit)
        if let owed { difference.owed = [owed] }
        if isReleased { difference.released = [commit.connection] }
        self.difference = difference
        unreadable = commit.unreadable
    }

    /// The approximate number of bytes that the outcome holds until the commit ends.
    var weightBytes: Int {
        let ofRecords = records.reduce(0) { $0 + ($1.value?.count ?? 0) }
        return changes.reduce(ofRecords) { $0 + ($1.value?.count ?? 0) }
    }
}

extension Batch {
    /// Derives the documents of the next connection before the commit is due, so that the commit ends sooner.
    ///
    /// The caller uses this while it waits for records. The function works on a copy. If another record of the
    /// connection arrives, the result is discarded, and the connection is derived again at the end. So the outcome does
    /// not depend on timing. Each connection is derived ahead at most once.
    package mutating func deriveAhead() {
        guard aheadCount < connectionCommits.count else { return }
        defer { aheadCount += 1 }
        var commit = connectionCommits[aheadCount]
        let outcome = ConnectionOutcome(&commit)
        weightBytes += outcome.weightBytes
        connectionCommits[aheadCount].ahead = outcome
    }

    /// Derives the documents of the next connection and moves them to the final outcome.
    ///
    /// No record of the connection may be added afterwards. If the connection's settings changed, `close` only calls
    /// `deriveAhead`, because an erasure or a move to another topic needs all records of the connection.
    package mutating func close() {
        guard canDeriveAhead, connectionCommits[aheadCount].canBeClosed else { return deriveAhead() }
        let own = ConnectionOutcome(&connectionCommits[aheadCount])
        weightBytes += own.weightBytes
        if own.unreadable != nil {
            connectionCommits[aheadCount].ahead = own
            aheadCount += 1
            return
        }
        outcome.records += own.records
        outcome.changes += own.changes
        outcome.checkGrowth()
        difference.add(own.difference)
        closeCommit(aheadCount)
    }

    /// Removes a connection's commit by swapping it with the last element, and marks the connection as closed.
    private mutating func closeCommit(_ index: Int) {
        let last = connectionCommits.count - 1
        connectionCommits.swapAt(index, last)
        let connection = connectionCommits.removeLast().connection
        indices[connection] = nil
        closed.insert(connection)
        guard index < last else { return }
        // A connection that was forgotten and reopened has two commits. Its index must point to the reopened one.
        let moved = connectionCommits[index].connection
        if indices[moved] == last { indices[moved] = index }
    }

    /// Whether the connection in a record's key is closed.
    package func isClosed(_ key: RawSpan?) -> Bool {
        guard !closed.isEmpty, let key, let connection = ConnectionID(key.copied) else { return false }
        return closed.contains(connection)
    }

    /// Whether the batch has a connection that neither `deriveAhead` nor `close` has processed.
    package var canDeriveAhead: Bool { aheadCount < connectionCommits.count }
}

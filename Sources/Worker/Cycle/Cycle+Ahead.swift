import Vocabulary

/// Early transactions, which begin while input still arrives, so that records are sent before the commit is due.
///
/// When the documents of a connection are derived in an early transaction, the batch accepts no more input of the
/// connection. The next record of the connection ends the batch, and is read again for the next batch. So no early
/// transaction begins with a backlog, or shortly after such a record has ended a batch.
extension Cycle {
    /// Begins the transaction of the next commit while input still arrives, if this is allowed.
    package mutating func beginAhead(at now: Int64) -> [Action] {
        guard case .polling = flow, hasInput, handover.mayBegin(at: now), !pacing.isBehind else { return [] }
        flow = .committing(Commit(step: .begin, takesBatches: true, handsOverEarly: true, isAhead: true, began: now))
        return [.perform(.begin)]
    }

    /// Continues to gather input after `beginAhead` has begun a transaction.
    mutating func begunAhead(_ commit: Commit, at now: Int64) -> [Action] {
        var commit = commit
        noteTransaction(&commit, at: now)
        flow = .polling
        handover.openSince = now
        handover.hasBegun = false
        return stopBy == nil ? [] : beginCommit(at: now)
    }

    /// When the derived records of an early transaction are due to be handed over; nil if nothing is to be handed over.
    var nextHandOver: Int64? {
        guard case .polling = flow, handsOver, !handover.hasBegun else { return nil }
        return pacing.nextCommit - limits.handOverMilliseconds
    }

    /// Returns whether all records that are derived so far must be handed over now.
    ///
    /// Records are handed over all at once, because each request that adds partitions to a transaction is expensive:
    /// before the request, librdkafka up to 2.3 keeps a core busy for up to a millisecond.
    package mutating func beginHandOver(at now: Int64) -> Bool {
        guard let due = nextHandOver, due <= now else { return false }
        handover.hasBegun = true
        return true
    }

    /// Reports that a topic does not accept records yet; the remaining records wait until all topics are checked.
    package mutating func handoverBlocked() { handover.isBlocked = true }

    /// Commits the batch at once, and reads the input again from this offset for the next batch.
    package mutating func mustWait(_ input: Input, at offset: Int64, at now: Int64) -> [Action] {
        handover.notBefore = now + limits.aheadPauseMilliseconds
        guard case .polling = flow, hasInput else { return [.seek([input: offset])] }
        return [.seek([input: offset])] + beginCommit(at: now)
    }

    /// Returns a commit that continues the open early transaction; nil if no early transaction is open.
    mutating func takeOpen(at now: Int64) -> Commit? {
        guard case .polling = flow, let began = handover.openSince else { return nil }
        handover.openSince = nil
        return Commit(
            step: .finishBatches,
            offsets: offsetsToSend,
            takesBatches: true,
            handsOverEarly: true,
            began: now,
            transactionBegan: began
        )
    }
}

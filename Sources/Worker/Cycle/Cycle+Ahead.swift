import Vocabulary

/// Early transactions: a transaction begins while input still arrives, so that derived records are handed over before
/// the commit is due.
///
/// A connection that is derived early accepts no more input in this batch. A further record of the connection ends the
/// batch, and is read again for the next batch. So no early transaction begins with a backlog, or shortly after such a
/// record has ended a batch.
extension Cycle {
    /// Begins the transaction of the next commit early, if records may be handed over early.
    package mutating func beginAhead(at now: Int64) -> [Action] {
        guard case .polling = flow, hasInput, handover.mayBegin(at: now), !pacing.isBehind else { return [] }
        flow = .committing(Commit(step: .begin, takesBatches: true, handsOverEarly: true, isAhead: true, began: now))
        return [.perform(.begin)]
    }

    /// Continues to gather input after an early transaction has begun.
    mutating func begunAhead(_ commit: Commit, at now: Int64) -> [Action] {
        var commit = commit
        noteTransaction(&commit, at: now)
        flow = .polling
        handover.openSince = now
        handover.hasBegun = false
        return stopBy == nil ? [] : beginCommit(at: now)
    }

    /// The time at which the derived records of an early transaction are handed over.
    ///
    /// Nil if these records are handed over, or if no early transaction is open.
    var nextHandOver: Int64? {
        guard case .polling = flow, handsOver, !handover.hasBegun else { return nil }
        return pacing.nextCommit - limits.handOverMilliseconds
    }

    /// Returns whether the records that are derived so far must be handed over now, all at once.
    ///
    /// If partitions are added to a transaction one by one, each of them costs a request. Before each request,
    /// librdkafka up to 2.3 keeps a core busy for up to a millisecond.
    package mutating func beginHandOver(at now: Int64) -> Bool {
        guard let due = nextHandOver, due <= now else { return false }
        handover.hasBegun = true
        return true
    }

    /// Reports that a topic does not accept a record yet.
    ///
    /// The remaining records are handed over when all topics are checked.
    package mutating func handoverBlocked() { handover.isBlocked = true }

    /// Commits the batch at once, because the record at this offset must go into the next batch.
    ///
    /// The input is then read again from this offset.
    package mutating func mustWait(_ input: Input, at offset: Int64, at now: Int64) -> [Action] {
        handover.notBefore = now + limits.aheadPauseMilliseconds
        guard case .polling = flow, hasInput else { return [.seek([input: offset])] }
        return [.seek([input: offset])] + beginCommit(at: now)
    }

    /// Turns the open early transaction into the current commit.
    ///
    /// Returns nil if no early transaction is open.
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

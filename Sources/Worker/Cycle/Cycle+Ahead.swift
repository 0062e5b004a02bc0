import Health

/// A transaction that begins while input is gathered, so that records of what is derived are on their way when the commit is
/// due.
///
/// What it takes of a connection is final: a further record of it closes the batch, and is read again for the next one. Where
/// connections send several at once, or much waits, that would be dearer than it is of use.
extension Cycle {
    /// Begins the transaction of the next commit, where that may hand records over early.
    package mutating func beginAhead(at now: Int64) -> [Action] {
        guard case .polling = flow, openSince == nil, hasInput, mayHandOverEarly, now >= aheadNotBefore,
            !pacing.isBehind
        else { return [] }
        flow = .committing(
            Commit(
                step: .begin,
                offsets: [:],
                takesBatches: true,
                handsOverEarly: true,
                isAhead: true,
                revoked: nil,
                began: now
            )
        )
        return [.perform(.begin)]
    }

    /// It has begun: more is gathered.
    mutating func begunAhead(_ commit: Commit, at now: Int64) -> [Action] {
        var commit = commit
        noteTransaction(&commit, at: now)
        flow = .polling
        openSince = now
        return stopBy == nil ? [] : beginCommit(at: now)
    }

    /// Records could not be handed over while input was gathered.
    package mutating func failedAhead(_ recovery: Recovery, at now: Int64) -> [Action] {
        guard let open = takeOpen(at: now) else { return [] }
        flow = .committing(open)
        return failed(recovery, at: now)
    }

    /// The record at this offset must wait for the next batch: this one is committed at once, and then it is read again.
    package mutating func mustWait(_ input: Input, at offset: Int64, at now: Int64) -> [Action] {
        aheadNotBefore = now + limits.aheadPauseMilliseconds
        guard case .polling = flow, hasInput else { return [.seek([input: offset])] }
        return [.seek([input: offset])] + beginCommit(at: now)
    }

    /// The commit whose transaction is open while input is gathered, as one under way; nil where there is none.
    mutating func takeOpen(at now: Int64) -> Commit? {
        guard case .polling = flow, let began = openSince else { return nil }
        openSince = nil
        return Commit(
            step: .finishBatches,
            offsets: offsetsToSend,
            takesBatches: true,
            handsOverEarly: true,
            revoked: nil,
            began: now,
            transactionBegan: began
        )
    }
}

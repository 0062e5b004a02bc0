import Vocabulary

/// The end of a cycle.
extension Cycle {
    /// Commits the pending input a last time, within a time limit, and ends the cycle.
    package mutating func stopRequested(at now: Int64) -> [Action] {
        guard stopBy == nil else { return [] }
        stopBy = now + limits.stopMilliseconds
        switch flow {
        case .committing, .ended: return []
        case .polling where hasInput: return beginCommit(at: now)
        case .closed(_, let attempts) where mayHaveOpenTransaction:
            // The next producer ends the transaction that the previous producer left open, if a broker answers in time.
            flow = .closed(dueAt: now, attempts: attempts)
            return []
        case .opening where mayHaveOpenTransaction: return []
        case .closed, .opening:
            flow = .ended
            return [.end]
        case .polling:
            flow = .ended
            return [.end]
        }
    }

    /// Ends the commit because the time for stopping is over; an open transaction gets a single call to abort.
    mutating func giveUpToStop(_ commit: Commit, at now: Int64) -> [Action] {
        switch commit.step {
        case .begin, .produce, .sendOffsets: return abort(commit, at: now)
        case .commit, .abort: return fail(.unfinished(commit.step))
        case .openProducer, .finishBatches, .rederive, .prepareTopics:
            if commit.transactionBegan != nil { return abort(commit, at: now) }
            flow = .ended
            return [.drop, .end]
        }
    }

    /// Reports that the consumer failed permanently, for example because its instance id has another owner.
    package mutating func consumerFailed() -> [Action] {
        switch flow {
        case .ended: return []
        case .committing(let commit): mayHaveOpenTransaction = mayHaveOpenTransaction || commit.transactionBegan != nil
        case .polling: mayHaveOpenTransaction = mayHaveOpenTransaction || handover.openSince != nil
        case .closed, .opening: break
        }
        return fail(.consumer)
    }

    /// Ends the cycle after a failure outside of the brokers, such as a disk error, that retrying cannot fix.
    package mutating func failedPermanently() -> [Action] {
        if case .ended = flow { return [] }
        let isHandingOver = if case .committing(let commit) = flow { commit.step == .finishBatches } else { true }
        guard isHandingOver, isInTransaction else { return fail(.refused(nil)) }
        // Abort now, so that readers do not wait until the transaction times out.
        return [.perform(.abort)] + fail(.refused(nil))
    }
}

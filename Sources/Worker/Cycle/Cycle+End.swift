import Health

/// How a cycle ends.
extension Cycle {
    /// The lane is to end: what is in hand is committed, if that succeeds soon.
    package mutating func stopRequested(at now: Int64) -> [Action] {
        guard stopBy == nil else { return [] }
        stopBy = now + limits.stopMilliseconds
        switch flow {
        case .committing, .ended: return []
        case .polling where hasInput: return beginCommit(at: now)
        case .closed(_, let attempts) where mayHaveOpenTransaction:
            // The next producer ends what the one before has left open, if a broker answers in time.
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

    /// The time for stopping is over: what is open is aborted, by one call, so that nothing stays begun.
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

    /// The consumer has failed for good: its instance id has another owner.
    package mutating func consumerFailed() -> [Action] {
        switch flow {
        case .ended: return []
        case .committing(let commit): mayHaveOpenTransaction = mayHaveOpenTransaction || commit.transactionBegan != nil
        case .polling: mayHaveOpenTransaction = mayHaveOpenTransaction || openSince != nil
        case .closed, .opening: break
        }
        return fail(.consumer)
    }

    /// Something failed that is not of the brokers, and that no repetition mends.
    package mutating func cannotGoOn() -> [Action] {
        if case .ended = flow { return [] }
        let isHandingOver = if case .committing(let commit) = flow { commit.step == .finishBatches } else { true }
        guard isHandingOver, isInTransaction else { return fail(.refused(nil)) }
        // So that readers need not wait until its broker ends it.
        return [.perform(.abort)] + fail(.refused(nil))
    }
}

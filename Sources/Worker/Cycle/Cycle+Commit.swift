import Health

/// The steps of a commit, and what their failures lead to.
extension Cycle {
    mutating func beginCommit(at now: Int64, revoked: [Int32]? = nil) -> [Action] {
        let isEarly = openSince != nil || hasInput && mayHandOverEarly
        let step: Step = openSince != nil || hasInput && !isEarly ? .finishBatches : .begin
        flow = .committing(
            Commit(
                step: step,
                offsets: offsetsToSend,
                takesBatches: hasInput,
                handsOverEarly: isEarly,
                revoked: revoked,
                began: now,
                transactionBegan: openSince
            )
        )
        openSince = nil
        if hasInput { pacing.begin(at: now) }
        return [.perform(step)]
    }

    /// The call that was asked for is done.
    package mutating func succeeded(at now: Int64) -> [Action] {
        switch flow {
        case .opening: return opened()
        case .committing(let commit) where commit.isAhead: return begunAhead(commit, at: now)
        case .committing(var commit):
            guard let next = next(after: commit) else { return finished(commit, at: now) }
            if commit.step == .begin { noteTransaction(&commit, at: now) }
            commit.step = next
            commit.repetitions = 0
            flow = .committing(commit)
            return [.perform(next)]
        case .closed, .polling, .ended: return []
        }
    }

    /// The call that was asked for failed.
    package mutating func failed(_ recovery: Recovery, at now: Int64) -> [Action] {
        switch flow {
        case .opening(let attempts):
            if recovery == .stop { return fail(.refused(.openProducer)) }
            if recovery == .fenced, isRival(nil, at: now) { return fail(.fencedTwice) }
            if let stopBy, now >= stopBy { return fail(.unfinished(.openProducer)) }
            let pause = recovery == .retry ? pause(afterRepetitions: attempts) : pause(afterRebuilds: attempts + 1)
            flow = .closed(dueAt: min(now + pause, stopBy ?? .max), attempts: attempts + 1)
            return []
        case .committing(let commit):
            switch recovery {
            case .retry: return again(commit, at: now)
            case .abort: return abort(commit, at: now)
            case .fenced: return fenced(commit, at: now)
            case .rebuild: return rebuild(commit, at: now)
            case .ended: return rebuild(commit.ended, at: now)
            case .renew: return renew(commit, at: now)
            case .stop: return fail(.refused(commit.step))
            }
        case .closed, .polling, .ended: return []
        }
    }

    /// A new producer in the middle of a commit that has not begun its transaction; then the commit goes on.
    private mutating func renew(_ commit: Commit, at now: Int64) -> [Action] {
        guard commit.step == .prepareTopics else { return rebuild(commit, at: now) }
        if commit.transactionBegan != nil { return abort(commit, at: now) }
        var renewed = commit
        renewed.step = .openProducer
        renewed.repetitions = 0
        renewed.began = now
        flow = .committing(renewed)
        return [.perform(.openProducer)]
    }

    mutating func fail(_ failure: Failure) -> [Action] {
        flow = .ended
        openSince = nil
        pacing.empty()
        return [.drop, .fail(failure)]
    }

    private func next(after commit: Commit) -> Step? {
        switch commit.step {
        case .openProducer: .prepareTopics
        case .finishBatches, .rederive: .prepareTopics
        case .prepareTopics: commit.handsOverEarly ? .produce : .begin
        case .begin where commit.handsOverEarly: .finishBatches
        case .begin: commit.bringsRecords ? .produce : .sendOffsets(commit.offsets)
        case .produce: .sendOffsets(commit.offsets)
        case .sendOffsets: .commit
        case .commit, .abort: nil
        }
    }

    private mutating func opened() -> [Action] {
        flow = .polling
        mayHaveOpenTransaction = false
        if stopBy != nil {
            flow = .ended
            return [.end]
        }
        guard hasSubscribed else {
            hasSubscribed = true
            return [.subscribe]
        }
        let wanted = assigned.filter { partitions[$0]?.phase == .restoring }
        return wanted.isEmpty ? [] : [.restore(wanted)]
    }

    /// The transaction has ended, committed or aborted.
    private mutating func finished(_ commit: Commit, at now: Int64) -> [Action] {
        flow = .polling
        // What documents take leaves the offsets' turn where it was.
        if commit.rederives == nil { pacing.end(at: now) }
        guard commit.step == .commit else { return givenUp(commit, at: now) }
        abortsInARow = 0
        rebuildsInARow = 0
        if commit.takesBatches { mayHandOverEarly = true }
        pacing.empty()
        for (input, offset) in commit.offsets {
            partitions[input.partition]?.failures = 0
            if commit.rederives == nil { partitions[input.partition]?.isUnknown = false }
            switch input.topic {
            case .uploads: partitions[input.partition]?.committedUploads = offset
            case .connections: partitions[input.partition]?.committedConnections = offset
            }
        }
        endRederivation(commit, at: now)
        if commit.isOrder { return [.apply] + again(after: commit) }
        let actions = (commit.bringsRecords ? [.apply] : []) + after(commit)
        // After documents uploads that wait come first; and who waits for a partition waits for nothing more.
        let mayGoOn = commit.rederives == nil && commit.revoked == nil
        return mayGoOn ? actions + beginRederivation(at: now) : actions
    }

    /// Nothing of the batches became visible: they are read again, by this lane or another.
    private mutating func givenUp(_ commit: Commit, at now: Int64) -> [Action] {
        flow = .polling
        mayHandOverEarly = false
        let time = now + pause(afterRepetitions: abortsInARow)
        if commit.rederives == nil { pacing.wait(until: time) } else { rederivation.fail(until: time) }
        abortsInARow += 1
        guard stopBy == nil else {
            pacing.empty()
            return [.drop] + after(commit)
        }
        return again(after: commit)
    }

    /// Input that was in hand is read again: what goes not here, what stays is.
    private mutating func again(after commit: Commit) -> [Action] {
        if stopBy != nil { return after(commit) }
        let released = commit.revoked.map { release($0) } ?? []
        return rewind() + released
    }

    private mutating func after(_ commit: Commit) -> [Action] {
        let released = commit.revoked.map { release($0) } ?? []
        guard stopBy != nil else { return released }
        flow = .ended
        return released + [.end]
    }

    private mutating func again(_ commit: Commit, at now: Int64) -> [Action] {
        if let stopBy, now >= stopBy { return giveUpToStop(commit, at: now) }
        let limit = commit.revoked != nil ? limits.retryWhileRevokedMilliseconds : limits.retryMilliseconds
        // A transaction that began while input was gathered has less time left than its commit.
        let age = commit.step == .abort ? 0 : now - (commit.transactionBegan ?? now)
        guard now - commit.began < limit, age < limits.transactionMilliseconds * 2 / 3 else {
            // A commit or an abort may have happened all the same: only a new producer knows.
            let isUncertain = commit.step == .commit || commit.step == .abort
            return isUncertain ? rebuild(commit, at: now) : abort(commit, at: now)
        }
        var repeated = commit
        repeated.repetitions += 1
        flow = .committing(repeated)
        return [.performAgain(commit.step, afterMilliseconds: pause(afterRepetitions: commit.repetitions))]
    }

    mutating func abort(_ commit: Commit, at now: Int64) -> [Action] {
        switch commit.step {
        case .finishBatches, .rederive, .prepareTopics:
            if commit.transactionBegan == nil { return givenUp(commit, at: now) }
        // It asks first what topics take what comes.
        case .begin where commit.handsOverEarly: return givenUp(commit, at: now)
        // Half a producer is none.
        case .openProducer, .abort: return rebuild(commit, at: now)
        case .begin, .produce, .sendOffsets, .commit: break
        }
        var aborted = commit
        aborted.step = .abort
        aborted.began = now
        aborted.repetitions = 0
        flow = .committing(aborted)
        return [.perform(.abort)]
    }

    /// Whoever fenced the producer has ended its transaction too.
    private mutating func fenced(_ commit: Commit, at now: Int64) -> [Action] {
        if isRival(commit.transactionBegan, at: now) { return fail(.fencedTwice) }
        return rebuild(commit.ended, at: now)
    }

    /// A transaction has begun: the producer is one that works.
    mutating func noteTransaction(_ commit: inout Commit, at now: Int64) {
        commit.transactionBegan = now
        if let fence = lastFence, fence.succeeded == nil { lastFence?.succeeded = now }
    }

    /// Notes that a rival may have come.
    ///
    /// It has if this happened before, this lane was back since, and not for long, and its transaction was not so old
    /// that the broker itself has ended it.
    private mutating func isRival(_ transactionBegan: Int64?, at now: Int64) -> Bool {
        defer { lastFence = Fence() }
        if let transactionBegan, now - transactionBegan >= limits.transactionMilliseconds { return false }
        return lastFence?.succeeded.map { now - $0 < limits.fencedTwiceMilliseconds } ?? false
    }

    /// Whether the transaction was committed is unknown: after the new producer has fenced it, offsets and state are
    /// read from the broker again.
    ///
    /// In a stop the new producer ends what may be open, if a broker answers in time, and there is nothing to read.
    private mutating func rebuild(_ commit: Commit, at now: Int64) -> [Action] {
        if commit.transactionBegan != nil { mayHaveOpenTransaction = true }
        mayHandOverEarly = false
        flow = .closed(dueAt: stopBy == nil ? now + pause(afterRebuilds: rebuildsInARow) : now, attempts: 0)
        rebuildsInARow += 1
        pacing.empty()
        for (number, partition) in partitions where partition.phase.isRead {
            partitions[number] = partition.restarted
        }
        let isOver = stopBy != nil && !mayHaveOpenTransaction
        return [.suspend, .drop] + (isOver ? after(commit) : commit.revoked.map { release($0) } ?? [])
    }

    private func pause(afterRepetitions count: Int) -> Int64 {
        min(50 << Int64(min(count, 5)), 1_000)
    }

    /// None before the first new producer: what is wrong mostly goes with the old one.
    private func pause(afterRebuilds count: Int) -> Int64 {
        count == 0 ? 0 : min(50 << Int64(min(count, 10)), 30_000)
    }
}

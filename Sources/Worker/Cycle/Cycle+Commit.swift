import Vocabulary

/// The steps of a commit, and the reactions to their failures.
extension Cycle {
    mutating func beginCommit(at now: Int64, revoked: [Int32]? = nil) -> [Action] {
        let openSince = handover.openSince
        let isEarly = openSince != nil || hasInput && handover.isAllowed
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
        (handover.openSince, handover.isBlocked) = (nil, false)
        if hasInput { pacing.begin(at: now) }
        return [.perform(step)]
    }

    /// Continues after a successful call that the cycle has requested.
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

    /// Reacts to a failed call that the cycle has requested, or to a failed early hand-over of records.
    package mutating func failed(_ recovery: Recovery, at now: Int64) -> [Action] {
        if let open = takeOpen(at: now) { flow = .committing(open) }
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

    /// Replaces the producer within a commit whose transaction has not begun, and then continues the commit.
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
        handover.openSince = nil
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

    /// Ends the commit after its transaction was committed or aborted.
    private mutating func finished(_ commit: Commit, at now: Int64) -> [Action] {
        flow = .polling
        // A re-derivation commit does not restart the commit interval of uploads.
        if commit.rederives == nil { pacing.end(at: now) }
        guard commit.step == .commit else { return givenUp(commit, at: now) }
        abortsInARow = 0
        rebuildsInARow = 0
        if commit.takesBatches { handover.isAllowed = true }
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
        let actions = (commit.bringsRecords ? [.apply] : []) + after(commit)
        // Uploads that wait are processed before the next re-derivation. A commit for a revocation returns at once,
        // because the group waits.
        let mayGoOn = commit.rederives == nil && commit.revoked == nil
        return mayGoOn ? actions + beginRederivation(at: now) : actions
    }

    /// Gives up a commit whose records are invisible; this lane or another lane reads its input again.
    private mutating func givenUp(_ commit: Commit, at now: Int64) -> [Action] {
        flow = .polling
        handover.isAllowed = false
        let time = now + pause(afterRepetitions: abortsInARow)
        if commit.rederives == nil { pacing.wait(until: time) } else { rederivation.fail(until: time) }
        abortsInARow += 1
        guard stopBy == nil else {
            pacing.empty()
            return [.drop] + after(commit)
        }
        return again(after: commit)
    }

    /// Releases the revoked partitions and reads the input of the remaining partitions again.
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
        // The transaction can have begun long before the commit, so check its age, too.
        let age = commit.step == .abort ? 0 : now - (commit.transactionBegan ?? now)
        guard now - commit.began < limit, age < limits.transactionMilliseconds * 2 / 3 else {
            // The commit or abort may have succeeded despite the error. A new producer fences the old one, and the
            // committed offsets then show the outcome.
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
        // Nothing was handed over yet. The next commit checks its topics before it begins the transaction.
        case .begin where commit.handsOverEarly: return givenUp(commit, at: now)
        // A producer that cannot be initialized or cannot abort is replaced.
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

    /// Replaces a fenced producer; the fencing has also ended its transaction.
    private mutating func fenced(_ commit: Commit, at now: Int64) -> [Action] {
        if isRival(commit.transactionBegan, at: now) { return fail(.fencedTwice) }
        return rebuild(commit.ended, at: now)
    }

    /// Records that a transaction has begun, which proves that the producer works.
    mutating func noteTransaction(_ commit: inout Commit, at now: Int64) {
        commit.transactionBegan = now
        handover.isBlocked = false
        if let fence = lastFence, fence.succeeded == nil { lastFence?.succeeded = now }
    }

    /// Records a fencing, and returns whether a second worker with the same transactional id is likely.
    ///
    /// A second worker is likely if the lane was fenced before and recovered only a short time ago. If the transaction
    /// is older than its timeout, the broker itself has fenced the producer.
    private mutating func isRival(_ transactionBegan: Int64?, at now: Int64) -> Bool {
        defer { lastFence = Fence() }
        if let transactionBegan, now - transactionBegan >= limits.transactionMilliseconds { return false }
        return lastFence?.succeeded.map { now - $0 < limits.fencedTwiceMilliseconds } ?? false
    }

    /// Replaces the producer after a failure that may leave the outcome of the transaction unknown.
    ///
    /// The new producer fences the old producer. Then offsets and state are read from the broker again. During a stop,
    /// the new producer only ends the open transaction, if a broker answers in time.
    private mutating func rebuild(_ commit: Commit, at now: Int64) -> [Action] {
        if commit.transactionBegan != nil { mayHaveOpenTransaction = true }
        handover.isAllowed = false
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

    /// The first replacement needs no pause, because a new producer fixes most errors.
    private func pause(afterRebuilds count: Int) -> Int64 {
        count == 0 ? 0 : min(50 << Int64(min(count, 10)), 30_000)
    }
}

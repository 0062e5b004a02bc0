import Health

/// The steps of a commit, and what their failures lead to.
extension Cycle {
    mutating func beginCommit(at now: Int64, revoked: [Int32]? = nil) -> [Action] {
        let step: Step = hasInput ? .finishBatches : .begin
        flow = .committing(
            Commit(step: step, offsets: offsetsToSend, takesBatches: hasInput, revoked: revoked, began: now)
        )
        if hasInput {
            let longest = max(limits.intervalMilliseconds, limits.longestIntervalMilliseconds)
            // Who keeps up commits often: records that come fast are no backlog.
            let isBehind = !hasBeenIdle && lag > taken
            intervalMilliseconds = isBehind ? min(2 * intervalMilliseconds, longest) : limits.intervalMilliseconds
            hasBeenIdle = false
            lastBegan = now
            taken = 0
        }
        return [.perform(step)]
    }

    /// The call that was asked for is done.
    package mutating func succeeded(at now: Int64) -> [Action] {
        switch flow {
        case .opening: return opened()
        case .committing(var commit):
            guard let next = next(after: commit) else { return finished(commit, at: now) }
            commit.step = next
            commit.repetitions = 0
            flow = .committing(commit)
            return [.perform(next)]
        case .closed, .polling, .ended: return []
        }
    }

    /// The call that was asked for failed.
    package mutating func failed(_ verdict: Verdict, at now: Int64) -> [Action] {
        switch flow {
        case .opening(let attempts):
            if verdict == .stop { return fail(.refused(.openProducer)) }
            if verdict == .rebuild, isFencedAgain(at: now) { return fail(.fencedTwice) }
            flow = .closed(dueAt: now + pause(afterRepetitions: attempts), attempts: attempts + 1)
            return []
        case .committing(let commit):
            switch verdict {
            case .retry: return again(commit, at: now)
            case .abort: return abort(commit, at: now)
            case .rebuild: return fenced(commit, at: now)
            case .stop: return fail(.refused(commit.step))
            }
        case .closed, .polling, .ended: return []
        }
    }

    mutating func fail(_ failure: Failure) -> [Action] {
        flow = .ended
        heldSince = nil
        return [.drop, .fail(failure)]
    }

    private func next(after commit: Commit) -> Step? {
        switch commit.step {
        case .openProducer: nil
        case .finishBatches: .prepareTopics
        case .prepareTopics: .begin
        case .begin: commit.takesBatches ? .produce : .sendOffsets(commit.offsets)
        case .produce: .sendOffsets(commit.offsets)
        case .sendOffsets: .commit
        case .commit, .abort: nil
        }
    }

    private mutating func opened() -> [Action] {
        flow = .polling
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
        lastCommit = now
        guard commit.step == .commit else { return givenUp(commit, at: now) }
        abortsInARow = 0
        heldSince = nil
        for (input, offset) in commit.offsets {
            partitions[input.partition]?.failures = 0
            switch input.topic {
            case .uploads: partitions[input.partition]?.committedUploads = offset
            case .connections: partitions[input.partition]?.committedConnections = offset
            }
        }
        return (commit.takesBatches ? [.apply] : []) + after(commit)
    }

    /// Nothing of the batches became visible: they are read again, by this lane or another.
    private mutating func givenUp(_ commit: Commit, at now: Int64) -> [Action] {
        flow = .polling
        notBefore = now + pause(afterRepetitions: abortsInARow)
        abortsInARow += 1
        guard stopBy == nil else {
            heldSince = nil
            return [.drop] + after(commit)
        }
        // What goes is not read again here; what stays is.
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
        if let stopBy, now >= stopBy {
            // The next start fences what stays open.
            flow = .ended
            return [.drop, .end]
        }
        let limit = commit.revoked != nil ? limits.retryWhileRevokedMilliseconds : limits.retryMilliseconds
        guard now - commit.began < limit else {
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
        case .openProducer, .finishBatches, .prepareTopics: return givenUp(commit, at: now)
        case .abort: return rebuild(commit, at: now)
        case .begin, .produce, .sendOffsets, .commit: break
        }
        flow = .committing(
            Commit(
                step: .abort,
                offsets: commit.offsets,
                takesBatches: commit.takesBatches,
                revoked: commit.revoked,
                began: now
            )
        )
        return [.perform(.abort)]
    }

    private mutating func fenced(_ commit: Commit, at now: Int64) -> [Action] {
        isFencedAgain(at: now) ? fail(.fencedTwice) : rebuild(commit, at: now)
    }

    /// Notes that a rival may have come; the second time within a minute it has.
    private mutating func isFencedAgain(at now: Int64) -> Bool {
        defer { lastFenced = now }
        return lastFenced.map { now - $0 < limits.fencedTwiceMilliseconds } ?? false
    }

    /// Whether the transaction was committed is unknown: after the new producer has fenced it, offsets and state are
    /// read from the broker again.
    private mutating func rebuild(_ commit: Commit, at now: Int64) -> [Action] {
        flow = .closed(dueAt: now, attempts: 0)
        heldSince = nil
        for (number, partition) in partitions where partition.phase.isRead {
            partitions[number] = partition.begunAnew
        }
        return [.suspend, .drop] + (stopBy == nil ? (commit.revoked.map { release($0) } ?? []) : after(commit))
    }

    private func pause(afterRepetitions count: Int) -> Int64 {
        min(50 << Int64(min(count, 5)), 1_000)
    }
}

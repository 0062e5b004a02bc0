import Vocabulary

/// Partitions that fail while the others continue: each is dropped, and restored again after a pause.
extension Cycle {
    /// Drops failed partitions until a later retry; partitions that are not assigned are ignored.
    ///
    /// - Returns: The actions that drop these partitions and continue or abort the current commit without them.
    package mutating func leaveAlone(_ numbers: [Int32], at now: Int64) -> [Action] {
        setAside(numbers, hasFailed: true, at: now)
    }

    /// Drops partitions and restores them at once.
    package mutating func restart(_ numbers: [Int32], at now: Int64) -> [Action] {
        setAside(numbers, hasFailed: false, at: now)
    }

    private mutating func setAside(_ numbers: [Int32], hasFailed: Bool, at now: Int64) -> [Action] {
        if case .ended = flow { return [] }
        let failed = numbers.filter { partitions[$0] != nil }.sorted()
        for number in failed {
            guard let known = partitions[number] else { continue }
            var partition = known.restarted
            if hasFailed { partition.failures += 1 }
            let pause = hasFailed ? pauseAlone(afterFailures: known.failures) : 0
            partition.phase = .leftAlone(until: now + pause)
            partitions[number] = partition
        }
        let left: [Action] = failed.isEmpty ? [] : [.leaveAlone(failed)]
        if !failed.isEmpty, let open = takeOpen(at: now) { return left + abort(open, at: now) }
        guard case .committing(var commit) = flow else { return left }
        for number in numbers {
            commit.offsets[.uploads(number)] = nil
            commit.offsets[.connections(number)] = nil
        }
        flow = .committing(commit)
        switch commit.step {
        case .finishBatches where commit.transactionBegan == nil: return left + succeeded(at: now)
        // Each repetition has fewer partitions, so the number of repetitions is limited.
        case .prepareTopics where commit.transactionBegan == nil: return left + [.perform(commit.step)]
        case .openProducer: return left + [.perform(commit.step)]
        // The open transaction may already contain records of these partitions.
        case .finishBatches, .rederive, .prepareTopics, .begin, .produce, .sendOffsets, .commit:
            return left + abort(commit, at: now)
        case .abort: return left + [.perform(.abort)]
        }
    }

    /// Returns the number of failures of a partition since its last commit.
    package func failures(of partition: Int32) -> Int { partitions[partition]?.failures ?? 0 }

    /// Returns when a failed partition is restored again, or nil if the partition does not wait for a retry.
    package func leftAlone(_ partition: Int32) -> Int64? {
        if case .leftAlone(let until) = partitions[partition]?.phase { until } else { nil }
    }

    /// Restores the failed partitions whose pause is over.
    mutating func tryLeftAlone(at now: Int64) -> [Action] {
        let due = partitions.filter { if case .leftAlone(let until) = $0.value.phase { until <= now } else { false } }
        for number in due.keys { partitions[number]?.phase = .restoring }
        return due.isEmpty ? [] : [.restore(due.keys.sorted())]
    }

    private func pauseAlone(afterFailures count: Int) -> Int64 {
        min(limits.leftAloneMilliseconds << Int64(min(count, 20)), limits.longestLeftAloneMilliseconds)
    }
}

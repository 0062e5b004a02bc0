import Health

/// Partitions that fail by themselves: each is left alone for a while and then restarted, and the others go on.
extension Cycle {
    /// Something that no repetition mends, for now, is wrong with these partitions and with no other.
    ///
    /// - Parameters:
    ///   - numbers: The partitions; those that are not assigned are of no interest.
    ///   - now: The time.
    /// - Returns: What to do about them, and how the commit under way goes on without them.
    package mutating func leaveAlone(_ numbers: [Int32], at now: Int64) -> [Action] {
        setAside(numbers, hasFailed: true, at: now)
    }

    /// These partitions are restored before anything more of them is committed: as those that failed, but at once.
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
        // With fewer topics: each time some partitions are gone, so that it comes to an end.
        case .prepareTopics where commit.transactionBegan == nil: return left + [.perform(commit.step)]
        case .openProducer: return left + [.perform(commit.step)]
        // Something of theirs may have been handed over already.
        case .finishBatches, .rederive, .prepareTopics, .begin, .produce, .sendOffsets, .commit:
            return left + abort(commit, at: now)
        case .abort: return left + [.perform(.abort)]
        }
    }

    /// How often a partition was left alone since it was last committed.
    package func failures(of partition: Int32) -> Int { partitions[partition]?.failures ?? 0 }

    /// Until when a partition is left alone; nil when it is not, or no longer.
    package func leftAlone(_ partition: Int32) -> Int64? {
        if case .leftAlone(let until) = partitions[partition]?.phase { until } else { nil }
    }

    /// Restarts what has been left alone for long enough.
    mutating func tryLeftAlone(at now: Int64) -> [Action] {
        let due = partitions.filter { if case .leftAlone(let until) = $0.value.phase { until <= now } else { false } }
        for number in due.keys { partitions[number]?.phase = .restoring }
        return due.isEmpty ? [] : [.restore(due.keys.sorted())]
    }

    private func pauseAlone(afterFailures count: Int) -> Int64 {
        min(limits.leftAloneMilliseconds << Int64(min(count, 20)), limits.longestLeftAloneMilliseconds)
    }
}

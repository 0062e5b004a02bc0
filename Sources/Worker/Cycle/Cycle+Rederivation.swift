import Health

/// Re-derivation: documents that other rules have shaped are derived again, in commits of their own, in the time that
/// uploads leave.
extension Cycle {
    /// Documents of an assigned partition must be derived again.
    package mutating func mustRederive(_ partition: Int32) { partitions[partition]?.isBehind = true }

    /// Whether documents of a partition must be derived again.
    package func isBehind(_ partition: Int32) -> Bool { partitions[partition]?.isBehind ?? false }

    /// The step that was asked for has derived what it was allowed to.
    package mutating func rederived(isDone: Bool) {
        guard case .committing(var commit) = flow, commit.rederives != nil else { return }
        commit.endsRederivation = isDone
        flow = .committing(commit)
    }

    /// Instead of what is in hand, the commit under way takes something that must be committed before.
    ///
    /// It sends the offsets of these partitions that stand already; what is in hand is read again after it.
    package mutating func mustOrder(_ numbers: [Int32]) {
        guard case .committing(var commit) = flow, commit.step == .prepareTopics, !isInTransaction else { return }
        commit.offsets = committed.filter { numbers.contains($0.key.partition) }
        commit.isOrder = true
        commit.endsRederivation = false
        flow = .committing(commit)
    }

    /// When the next re-derivation is due; never while there is none to make.
    var nextRederivation: Int64 { behind.isEmpty || hasInput ? .max : rederivation.due }

    /// Begins a commit of re-derivation if one is due; nothing may be in hand.
    mutating func beginRederivation(at now: Int64) -> [Action] {
        guard case .polling = flow, stopBy == nil, nextRederivation <= now,
            let partition = rederivation.next(of: behind)
        else { return [] }
        // Offsets that stand already: with them the broker refuses who does not own the partition any more.
        let step = Step.rederive(partition, budgetBytes: rederivation.budgetBytes)
        flow = .committing(
            Commit(
                step: step,
                offsets: committed.filter { $0.key.partition == partition },
                takesBatches: false,
                rederives: partition,
                revoked: nil,
                began: now
            )
        )
        rederivation.begin(partition, at: now)
        return [.perform(step)]
    }

    /// A commit of re-derivation has ended in order.
    mutating func endRederivation(_ commit: Commit, at now: Int64) {
        guard let partition = commit.rederives else { return }
        rederivation.end(at: now)
        if commit.endsRederivation { partitions[partition]?.isBehind = false }
    }

    /// Those whose input is read: what is derived must not be older than what is committed.
    private var behind: [Int32] {
        partitions.filter { $0.value.isBehind && $0.value.phase == .active }.map(\.key)
    }
}

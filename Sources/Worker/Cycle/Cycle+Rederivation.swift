import Vocabulary

/// Re-derivation of documents that were derived with other rules, in commits without uploads.
extension Cycle {
    /// Marks an assigned partition for re-derivation.
    package mutating func mustRederive(_ partition: Int32) { partitions[partition]?.isBehind = true }

    /// Whether a partition has documents that must be derived again.
    package func isBehind(_ partition: Int32) -> Bool { partitions[partition]?.isBehind ?? false }

    /// Reports whether all documents of the partition are derived again.
    package mutating func rederived(isDone: Bool) {
        guard case .committing(var commit) = flow, commit.rederives != nil else { return }
        commit.endsRederivation = isDone
        flow = .committing(commit)
    }

    /// The time of the next re-derivation, or `Int64.max` if nothing must be derived again.
    var nextRederivation: Int64 { behind.isEmpty || hasInput ? .max : rederivation.due }

    /// Begins a commit of re-derivation if one is due and no input is pending.
    mutating func beginRederivation(at now: Int64) -> [Action] {
        guard case .polling = flow, stopBy == nil, nextRederivation <= now,
            let partition = rederivation.next(of: behind)
        else { return [] }
        // The transaction sends the committed offsets again: if the lane no longer owns the partition, the broker
        // refuses them.
        let step = Step.rederive(partition, budgetBytes: rederivation.budgetBytes)
        let offsets = committed.filter { $0.key.partition == partition }
        flow = .committing(Commit(step: step, offsets: offsets, rederives: partition, began: now))
        rederivation.begin(partition, at: now)
        return [.perform(step)]
    }

    /// Updates the pace and the partition after a successful commit of re-derivation.
    mutating func endRederivation(_ commit: Commit, at now: Int64) {
        guard let partition = commit.rederives else { return }
        rederivation.end(at: now)
        if commit.endsRederivation { partitions[partition]?.isBehind = false }
    }

    /// The active partitions whose documents must be derived again.
    ///
    /// The state of other partitions is incomplete, so documents derived from it would be out of date.
    private var behind: [Int32] {
        partitions.filter { $0.value.isBehind && $0.value.phase == .active }.map(\.key)
    }
}

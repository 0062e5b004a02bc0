import Health
import Kafka
import Observation
import Store
import System
import Vocabulary

/// Re-derivation of documents that were derived with other rules.
extension Lane {
    func beginRederivation(of partition: Int32, _ work: Processor.Work) {
        let now = clocks.steadyMilliseconds()
        observer.rederivationBegun(
            lane: number,
            partition: partition,
            differences: work.differences,
            connections: work.connections - work.done,
            frozen: work.frozen
        )
        rederivations.begin(partition, connections: work.connections, done: work.done, at: now)
        noteRederiving()
        cycle.mustRederive(partition)
    }

    /// Begins a re-derivation after a commit, because documents go to another topic now or a topic was deleted.
    func noteBehind(_ partition: Int32) {
        if rederivations.isRunning(partition) { return cycle.mustRederive(partition) }
        guard let store = states[partition], case .behind(var work) = processor.standing(of: store) else { return }
        work.differences.append("where documents of connections go, or a topic that was deleted")
        beginRederivation(of: partition, work)
    }

    /// Derives documents up to the budget, for the next commit.
    func rederive(_ partition: Int32, budgetBytes: Int) {
        commit.begin(at: clocks.steadyMilliseconds(), wall: clocks.wallMilliseconds())
        commit.input = UncommittedInput()
        guard let store = states[partition], !releaseOwed(partition, store) else { return }
        let (outcome, done) = processor.rederive(
            over: store,
            partition: partition,
            budgetBytes: budgetBytes,
            atMilliseconds: commit.beganWall
        )
        blame(partition, for: outcome)
        commit.outcomes = [(partition, outcome)]
        commit.rederiving = (partition, done)
        cycle.rederived(isDone: done == nil)
    }

    /// Updates the progress of a re-derivation after a commit, and logs it at intervals.
    func noteRederived(at now: Int64) {
        guard let (partition, done) = commit.rederiving else { return }
        switch rederivations.committed(partition, done: done, at: now) {
        case nil: return
        case .ended(let seconds): observer.rederivationEnded(lane: number, partition: partition, seconds: seconds)
        case .progress(let done, let connections, let perSecond, let secondsLeft):
            observer.rederivationProgress(
                lane: number,
                partition: partition,
                done: done,
                connections: connections,
                perSecond: perSecond,
                secondsLeft: secondsLeft
            )
        }
        noteRederiving()
    }

    /// Forgets the re-derivations and owed documents of partitions; nil: of all partitions.
    func forgetRederivations(_ partitions: [Int32]? = nil) {
        rederivations.forget(partitions)
        forgetOwed(partitions)
        noteRederiving()
    }

    private func noteRederiving() { observer.rederiving(connections: rederivations.count()) }
}

extension Processor.Standing {
    /// The reason why this worker cannot use the state of a partition, or nil if it can.
    var refusal: String? {
        switch self {
        case .current, .behind: nil
        case .ahead(let version):
            "a newer fork-worker has derived its documents (derivation \(version), this one has "
                + "\(DocumentRules.currentVersion)): it takes the partition when its turn comes; stop this one if it stays"
        case .unreadable(let value): value.description
        }
    }
}

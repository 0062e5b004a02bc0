import Health
import Kafka
import Observation
import Store
import System

/// Re-derivation of documents that were derived under other rules.
extension Lane {
    /// The progress of the re-derivation of one partition.
    struct Rederivation {
        /// The number of connections, and how many of them are done.
        let connections: Int
        var done: Int
        /// When the re-derivation began in this lane, and how many connections were done then.
        let began: Int64
        let doneBefore: Int
        /// When the progress was last logged.
        var said: Int64
    }

    private static let saidMilliseconds: Int64 = 10_000

    func beginRederivation(of partition: Int32, _ work: Processor.Work) {
        let now = clocks.steadyMilliseconds()
        observer.rederivationBegun(
            lane: number,
            partition: partition,
            differences: work.differences,
            connections: work.connections - work.done,
            frozen: work.frozen
        )
        rederivations[partition] = Rederivation(
            connections: work.connections,
            done: work.done,
            began: now,
            doneBefore: work.done,
            said: now
        )
        noteRederiving()
        cycle.mustRederive(partition)
    }

    /// Begins a re-derivation that a commit has requested, because a route has changed or a topic was deleted.
    func noteBehind(_ partition: Int32) {
        if rederivations[partition] != nil { return cycle.mustRederive(partition) }
        guard let store = stores[partition], case .behind(var work) = processor.standing(of: store) else { return }
        work.differences.append("where documents of connections go, or a topic that was deleted")
        beginRederivation(of: partition, work)
    }

    /// Derives documents up to the budget, as the outcome of the next commit.
    func rederive(_ partition: Int32, budgetBytes: Int) {
        commitBegan = clocks.steadyMilliseconds()
        commitBeganWall = clocks.wallMilliseconds()
        outcomes = []
        committing = UncommittedInput()
        guard let store = stores[partition] else { return }
        let (outcome, done) = processor.rederive(
            over: store,
            partition: partition,
            budgetBytes: budgetBytes,
            atMilliseconds: commitBeganWall
        )
        if let value = outcome.unreadable { blame(partition, value.description) }
        outcomes = [(partition, outcome)]
        rederiving = (partition, done)
        cycle.rederived(isDone: done == nil)
    }

    /// Notes that a part of a re-derivation is committed, and logs the progress at intervals.
    func noteRederived(at now: Int64) {
        guard let (partition, done) = rederiving, var known = rederivations[partition] else { return }
        rederiving = nil
        guard let done else {
            rederivations[partition] = nil
            noteRederiving()
            let seconds = Double(now - known.began) / 1_000
            return observer.rederivationEnded(lane: number, partition: partition, seconds: seconds)
        }
        known.done = done
        defer { rederivations[partition] = known }
        if now - known.said < Self.saidMilliseconds { return }
        known.said = now
        let seconds = Double(now - known.began) / 1_000
        let rate = Double(done - known.doneBefore) / seconds
        observer.rederivationProgress(
            lane: number,
            partition: partition,
            done: done,
            connections: known.connections,
            perSecond: rate,
            secondsLeft: rate > 0 ? Double(max(0, known.connections - done)) / rate : nil
        )
        noteRederiving()
    }

    /// Forgets the re-derivations of partitions that were revoked or are left alone.
    func forgetRederivations(_ partitions: [Int32]) {
        for partition in partitions { rederivations[partition] = nil }
        noteRederiving()
    }

    private func noteRederiving() {
        let left = rederivations.values.reduce(0) { $0 + max(0, $1.connections - $1.done) }
        observer.rederiving(connections: left - notedRederiving)
        notedRederiving = left
    }
}

extension Processor.Standing {
    /// The reason for leaving a partition with this standing alone, or nil if it can be used.
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

import Health
import Kafka
import Observation
import Store
import System

/// Deriving documents again that other rules have shaped.
extension Lane {
    /// A re-derivation, for whoever waits for its end.
    struct Rederivation {
        /// How many connections there are, and how many of them are done.
        let connections: Int
        var done: Int
        /// When it was begun here, and how many were done then.
        let began: Int64
        let doneBefore: Int
        /// When its progress was last said.
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

    /// What was committed asks for documents to be derived again, since they go elsewhere or their topic was deleted.
    func noteBehind(_ partition: Int32) {
        if rederivations[partition] != nil { return cycle.mustRederive(partition) }
        guard let store = stores[partition], case .behind(var work) = processor.standing(of: store) else { return }
        work.differences.append("where documents of connections go, or a topic that was deleted")
        beginRederivation(of: partition, work)
    }

    /// Derives as much as is allowed; what comes of it is the next commit.
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

    /// What was derived again is committed: says how far it is, now and then.
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

    /// Forgets re-derivations of partitions that are no longer this lane's, or left alone.
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
    /// Why a partition is left alone that has this standing; nil where it is not.
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

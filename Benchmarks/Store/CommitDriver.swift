import Health
import Store
import Vocabulary

/// A store that applies the changes of commits.
protocol WritableStore: PartitionState {
    /// Applies the changes of a commit.
    mutating func keep(_ changes: [StateChange]) throws
}

extension MemoryStore: WritableStore {
    mutating func keep(_ changes: [StateChange]) { apply(changes) }
}

extension RocksStore: WritableStore {
    func keep(_ changes: [StateChange]) throws { try apply(changes, changelogOffset: nil, atMilliseconds: 1) }
}

/// Runs the core with a store, commit by commit, as a lane does, but without Kafka.
final class CommitDriver<State: WritableStore> {
    private var loop: CommitLoop<State>

    init(_ store: State) { loop = CommitLoop(over: store) }

    var store: State { loop.state }

    /// Applies changes that come from no commit.
    func keep(_ changes: [StateChange]) throws { try loop.state.keep(changes) }

    /// The result of a commit, and its cost from parsing the JSON until the store has applied the changes.
    struct Commit {
        /// The cost, including the work of RocksDB's threads during the commit.
        var cost = Cost()
        /// The CPU time of the committing thread, in seconds.
        var ownSeconds = 0.0
        var changes: [StateChange] = []
        /// The changes as records of the changelog.
        var records: [Changelog.Record] = []
        /// The counts of the samples by outcome.
        var accounting = Accounting()
    }

    @discardableResult func commit(_ uploads: [Workload.Upload]) throws -> Commit {
        var commit = Commit()
        var failure: (any Error)?
        let began = ThreadClock.seconds
        commit.cost = Cost.of {
            for upload in uploads { loop.add(upload) }
            let outcome = loop.commit { outcome, store in
                commit.records = Changelog.records(of: outcome.changes)
                do { try store.keep(outcome.changes) } catch { failure = error }
            }
            commit.changes = outcome.changes
            commit.accounting = outcome.accounting
        }
        commit.ownSeconds = ThreadClock.seconds - began
        if let failure { throw failure }
        let refused = commit.accounting.uploadsRefused + commit.accounting.refused
        guard refused == 0 else {
            throw Options.Wrong(description: "the core refused \(refused) uploads or samples of the benchmark")
        }
        return commit
    }
}

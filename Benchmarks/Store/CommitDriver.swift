import Health
import Store

/// What keeps the state that commits bring.
protocol WritableStore: PartitionState {
    /// Takes over the changes of a commit.
    mutating func keep(_ changes: [StateChange]) throws
}

extension MemoryStore: WritableStore {
    mutating func keep(_ changes: [StateChange]) { apply(changes) }
}

extension RocksStore: WritableStore {
    func keep(_ changes: [StateChange]) throws { try apply(changes, changelogOffset: nil, atMilliseconds: 1) }
}

/// The core with a store, commit by commit, as a lane drives them, without Kafka.
final class CommitDriver<State: WritableStore> {
    private var loop: CommitLoop<State>

    init(_ store: State) { loop = CommitLoop(over: store) }

    var store: State { loop.state }

    /// Has the store take over changes that no commit brought.
    func keep(_ changes: [StateChange]) throws { try loop.state.keep(changes) }

    /// What a commit brought, and what it cost from the first byte of JSON to the store that has it.
    struct Commit {
        /// The cost, that of RocksDB's threads meanwhile with it.
        var cost = Cost()
        /// CPU of the thread that commits, in seconds.
        var ownSeconds = 0.0
        /// The changes of state.
        var changes: [StateChange] = []
        /// The same as records of the changelog.
        var records: [Changelog.Record] = []
        /// What became of the samples.
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
        guard refused == 0 else { throw Options.Wrong(description: "\(refused) of the benchmark's own were refused") }
        return commit
    }
}

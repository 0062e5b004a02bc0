import Health
package import Observation
package import Store
import Synchronization
package import Vocabulary

/// The partitions of a process and what commits changed in them, for readers beside the lanes.
///
/// Lanes and readers hold the lock only while they copy a few values.
package final class PartitionBoard: Sendable {
    /// What a lane does with a partition.
    package enum Phase: Sendable, Equatable {
        case restoring
        case serving
        /// The partition failed for this reason, and is restored again after a pause.
        case leftAlone(Reason)
    }

    package struct Partition: Sendable, Equatable {
        package let lane: Int
        package var phase: Phase
        /// When this process took the partition, in milliseconds since 1970.
        package let sinceMilliseconds: Int64

        package init(lane: Int, phase: Phase, sinceMilliseconds: Int64) {
            self.lane = lane
            self.phase = phase
            self.sinceMilliseconds = sinceMilliseconds
        }
    }

    /// The board at one moment.
    package struct Snapshot: Sendable {
        /// The store of the process; nil before the process has opened it.
        package let database: Database?
        /// The number of partitions of the uploads topic; nil before the process knows it.
        package let count: Int32?
        /// The partitions of this process by number.
        package let partitions: [Int32: Partition]
    }

    private struct State {
        var database: Database?
        var count: Int32?
        var partitions: [Int32: Partition] = [:]
        var owedSince: [Int32: [StateKey: Int64]] = [:]
        var changes = ChangeLog()

        /// Forgets a partition and everything that changed in it.
        mutating func forget(_ number: Int32) {
            partitions[number] = nil
            owedSince[number] = nil
            changes.forget(partition: number)
        }
    }

    /// The greatest number of waiting connections of a partition whose times are kept.
    private static let owedMax = 10_000

    private let state = Mutex(State())

    package init() {}

    package var snapshot: Snapshot {
        state.withLock { state in
            Snapshot(database: state.database, count: state.count, partitions: state.partitions)
        }
    }

    /// Returns the last changes of a connection in a partition, oldest first.
    package func changes(of connection: ConnectionID, in partition: Int32) -> [DocumentChange] {
        state.withLock { $0.changes.changes(of: connection, partition) }
    }

    /// Returns when the documents of a connection began to wait for their topic, in milliseconds since 1970.
    ///
    /// The result is nil if they do not wait, or have waited since before this process took the partition.
    package func owedSince(_ connection: ConnectionID, in partition: Int32) -> Int64? {
        state.withLock { $0.owedSince[partition]?[.owed(connection)] }
    }

    /// Publishes the store of the process, and the number of partitions of the uploads topic.
    package func opened(_ database: Database, count: Int32) {
        state.withLock { ($0.database, $0.count) = (database, count) }
    }

    /// Publishes that the process no longer uses its store, so that the store can be closed.
    ///
    /// A reader that has a snapshot keeps the store open until its answer is ready.
    package func closed() { state.withLock { $0.database = nil } }

    /// Publishes that a lane restores partitions.
    package func restores(_ numbers: [Int32], lane: Int, atMilliseconds now: Int64) {
        state.withLock { state in
            for number in numbers {
                // Another worker may have had the partition between two lanes of this one.
                if let known = state.partitions[number], known.lane != lane { state.forget(number) }
                let since = state.partitions[number]?.sinceMilliseconds ?? now
                state.partitions[number] = Partition(lane: lane, phase: .restoring, sinceMilliseconds: since)
            }
        }
    }

    /// Publishes that a lane has restored the state of a partition.
    ///
    /// A lane can learn late that it has lost a partition: then it cannot change what another lane has taken meanwhile.
    package func serves(_ number: Int32, lane: Int) { note(.serving, number, lane: lane) }

    /// Publishes that a partition of a lane has failed.
    package func leavesAlone(_ number: Int32, _ reason: Reason, lane: Int) {
        note(.leftAlone(reason), number, lane: lane)
    }

    private func note(_ phase: Phase, _ number: Int32, lane: Int) {
        state.withLock { state in
            if state.partitions[number]?.lane == lane { state.partitions[number]?.phase = phase }
        }
    }

    /// Publishes that a lane no longer has partitions, and forgets what changed in them.
    package func gone(_ numbers: [Int32], lane: Int) {
        state.withLock { state in
            for number in numbers where state.partitions[number]?.lane == lane {
                state.forget(number)
            }
        }
    }

    /// Publishes a commit after its changes are in the store.
    package func committed(_ commit: CommittedChanges, to partition: Int32) {
        state.withLock { state in
            for connection in commit.forgotten { state.changes.forget(connection, of: partition) }
            for (connection, change) in commit.changes { state.changes.add(change, of: connection, partition) }
            for (stateKey, isOwed) in commit.owed {
                if !isOwed {
                    state.owedSince[partition]?[stateKey] = nil
                } else if state.owedSince[partition]?.count ?? 0 < Self.owedMax {
                    let time = state.owedSince[partition]?[stateKey] ?? commit.timeMilliseconds
                    state.owedSince[partition, default: [:]][stateKey] = time
                }
            }
        }
    }
}

import Health
import Store

/// A connection in a store that is as it was before each of its small uploads.
final class SmallConnection<State: WritableStore> {
    private let driver: CommitDriver<State>
    /// What the store has.
    private var values: [Place: [UInt8]] = [:]

    private struct Place: Hashable {
        let connection: ConnectionID
        let stateKey: StateKey
    }

    /// One that has had these records, a commit each.
    init(_ store: State, after before: [Workload.Upload]) throws {
        driver = CommitDriver(store)
        for record in before {
            for change in try driver.commit([record]).changes {
                values[Place(connection: change.connection, stateKey: change.stateKey)] = change.value
            }
        }
    }

    /// Commits an upload, and takes back what it changed: no part of the cost.
    func cost(of upload: Workload.Upload) throws -> Cost {
        let commit = try driver.commit([upload])
        guard commit.changes.count > 1 else { throw Options.Wrong(description: "a small upload changed nothing") }
        try driver.keep(
            commit.changes.map { change in
                let place = Place(connection: change.connection, stateKey: change.stateKey)
                return StateChange(
                    connection: change.connection,
                    stateKey: change.stateKey,
                    value: values[place],
                    heldBytes: change.value?.count
                )
            }
        )
        return commit.cost
    }
}

import Store
import Vocabulary

/// A connection whose state is reset after each small upload.
final class SmallConnection<State: WritableStore> {
    private let driver: CommitDriver<State>
    /// The values in the store before each small upload.
    private var values: [Place: [UInt8]] = [:]

    private struct Place: Hashable {
        let connection: ConnectionID
        let stateKey: StateKey
    }

    /// Creates the connection from earlier records, with a commit for each.
    init(_ store: State, after before: [Workload.Upload]) throws {
        driver = CommitDriver(store)
        for record in before {
            for change in try driver.commit([record]).changes {
                values[Place(connection: change.connection, stateKey: change.stateKey)] = change.value
            }
        }
    }

    /// Returns the cost of committing an upload, and then undoes its changes.
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

import Health
import JSON
import Observation
import Operations
import Serving
import Store
import Vocabulary
import Worker

/// One read of the store: a snapshot, and the partitions that this process serves.
///
/// Only one thread may use it.
final class StoreReading {
    let board: PartitionBoard.Snapshot
    let budget: ReadBudget
    private let snapshot: DatabaseSnapshot
    /// The stores of the served partitions, ascending.
    let stores: [SnapshotStore]
    /// Whether the answer says itself where it ends, so that a spent budget is no error.
    var endsEarly = false

    /// - Throws: `starting` if this process has no partitions yet.
    init(
        _ board: PartitionBoard.Snapshot,
        until deadline: Int64,
        bytes: Int,
        now: @escaping @Sendable () -> Int64
    ) throws(ConsoleError) {
        guard let database = board.database, !board.partitions.isEmpty else {
            throw ConsoleError(.starting, "this worker has no partitions yet: ask again; the worker view says why")
        }
        self.board = board
        budget = ReadBudget(until: deadline, bytes: bytes, now: now)
        let snapshot = DatabaseSnapshot(database, budget)
        self.snapshot = snapshot
        stores = board.partitions.filter { $0.value.phase == .serving }.keys.sorted()
            .map { SnapshotStore($0, in: snapshot) }
    }

    /// Throws if what was read is not complete.
    func check() throws(ConsoleError) {
        if budget.isSpent, !endsEarly {
            throw ConsoleError(
                .busy,
                "the answer takes more than 2 s or 32 MiB: ask for less, such as fewer days, or use the command documents"
            )
        }
        if let failure = snapshot.failure {
            throw ConsoleError(.leftAlone, "the store cannot be read: correct what reason names") { writer in
                writer.member("reason", failure.description)
            }
        }
    }

    /// Returns the store that has a connection; nil if none has it.
    ///
    /// Usually it is the partition that murmur2 chooses, but producers may choose others.
    func store(of connection: ConnectionID) -> SnapshotStore? {
        let own = expected(connection)
        let ordered = stores.filter { $0.partition == own } + stores.filter { $0.partition != own }
        return ordered.first { $0.firstConnection(from: connection.bytes)?.connection == connection }
    }

    /// The partition that murmur2 chooses among those of the uploads topic.
    func expected(_ connection: ConnectionID) -> Int32 {
        Murmur2.partition(of: connection.bytes, count: board.count ?? 0)
    }

    /// Finds a connection.
    ///
    /// - Throws: `restoring` or `leftAlone` if its partition is not served, and `unknownConnection` if it is nowhere
    ///   here.
    func open(_ name: String, _ api: ConnectionAPI) throws(ConsoleError) -> OpenConnection {
        guard let connection = ConnectionID(Array(name.utf8)) else { throw Self.unknown() }
        guard let store = store(of: connection),
            let shown = ShownConnection(
                connection,
                of: store,
                rules: api.rules,
                zones: api.zones,
                within: budget
            )
        else {
            try check()
            throw absence(of: connection, api)
        }
        try Self.checkReadable(shown)
        return OpenConnection(
            shown: shown,
            read: self,
            partition: store.partition,
            sinceMilliseconds: board.partitions[store.partition]?.sinceMilliseconds ?? 0,
            offset: store.identity?.uploads ?? 0
        )
    }

    private static func checkReadable(_ shown: ShownConnection) throws(ConsoleError) {
        guard let value = shown.unreadable else { return }
        let message = "the state of the connection cannot be read: correct what reason names"
        throw ConsoleError(.leftAlone, message) { $0.member("reason", value.description) }
    }

    /// Returns why a connection is not found.
    private func absence(of connection: ConnectionID, _ api: ConnectionAPI) -> ConsoleError {
        let partition = expected(connection)
        switch board.partitions[partition]?.phase {
        case .serving: return Self.unknown()
        case .restoring:
            let share = api.restoredShare(partition)
            return ConsoleError(.restoring, "the partition of the connection is being restored: ask again") { writer in
                writer.member("restored", share ?? 0)
            }
        case .leftAlone(let reason):
            let message = "the partition of the connection has failed, and is restored later: correct what reason names"
            return ConsoleError(.leftAlone, message) { $0.member("reason", reason.sentence) }
        case nil:
            return Self.unknown(api.owner(partition))
        }
    }

    private static func unknown(_ owner: GroupLookup.Owner? = nil) -> ConsoleError {
        ConsoleError(.unknownConnection, "no connection with this id is here") { owner?.write(into: &$0) }
    }
}

extension GroupLookup.Owner {
    /// Writes the member `elsewhere`.
    func write(into writer: inout Writer) {
        writer.object("elsewhere") { writer in
            writer.member("partition", partition)
            if let instance { writer.member("instance", instance) }
            if let host { writer.member("host", host) }
        }
    }
}

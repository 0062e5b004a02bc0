import Dispatching
import Store
import Vocabulary

/// The state of a partition, which outlives a dispatcher.
final class DurableState: PartitionState {
    var store = MemoryStore()
    /// The number of stored rows, without those of bases and of hosts, which stay when no job waits.
    private(set) var rowCount = 0

    func value(at stateKey: StateKey, of connection: ConnectionID) -> [UInt8]? {
        store.value(at: stateKey, of: connection)
    }

    func scan(
        _ range: ClosedRange<StateKey>,
        of connection: ConnectionID,
        atMost limit: Int,
        _ body: (StateKey, RawSpan) -> Void
    ) {
        store.scan(range, of: connection, atMost: limit, body)
    }

    func firstConnection(after connection: ConnectionID?) -> ConnectionID? { store.firstConnection(after: connection) }

    func apply(_ changes: [StateChange]) {
        for change in changes {
            let held = store.value(at: change.stateKey, of: change.connection)?.count
            precondition(held == change.heldBytes, "a change tells another length than the store")
            if [.bases, .host].contains(change.stateKey.rowKind) { continue }
            rowCount += (change.value == nil ? 0 : 1) - (held == nil ? 0 : 1)
        }
        store.apply(changes)
    }
}

/// The state of one partition in memory, for tests and `transform`.
///
/// The values of a connection are sorted by state key: a read is a binary search, and new state keys usually go to the
/// end.
package struct MemoryStore: PartitionState {
    /// The approximate number of bytes of all values.
    package private(set) var valueBytes = 0

    private var connections: [ConnectionID: SortedMap] = [:]

    package init() {}

    package func value(at stateKey: StateKey, of connection: ConnectionID) -> [UInt8]? {
        connections[connection]?.value(at: stateKey)
    }

    package func scan(
        _ range: ClosedRange<StateKey>,
        of connection: ConnectionID,
        _ body: (_ stateKey: StateKey, _ value: RawSpan) -> Void
    ) {
        connections[connection]?.scan(range, body)
    }

    package func first(_ limit: Int, in range: ClosedRange<StateKey>, of connection: ConnectionID) -> [StoredValue] {
        connections[connection]?.first(limit, in: range) ?? []
    }

    package func entries(in range: ClosedRange<StateKey>, of connection: ConnectionID) -> StateEntries {
        connections[connection]?.entries(in: range) ?? StateEntries()
    }

    package func firstConnection(after connection: ConnectionID?) -> ConnectionID? {
        connections.keys.filter { key in key != .ofPartition && connection.map { $0 < key } ?? true }.min()
    }

    /// Applies the changes of a committed transaction.
    package mutating func apply(_ changes: [StateChange]) {
        for change in changes { set(change) }
    }

    private mutating func set(_ change: StateChange) {
        if let value = change.value {
            valueBytes += value.count
            valueBytes -= connections[change.connection, default: SortedMap()].put(value, at: change.stateKey)
        } else if connections[change.connection] != nil {
            valueBytes -= connections[change.connection, default: SortedMap()].remove(at: change.stateKey)
            if connections[change.connection]?.isEmpty == true { connections[change.connection] = nil }
        }
    }
}

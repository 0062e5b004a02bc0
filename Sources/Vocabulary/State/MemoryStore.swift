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
        atMost limit: Int,
        _ body: (_ stateKey: StateKey, _ value: RawSpan) -> Void
    ) {
        connections[connection]?.scan(range, atMost: limit, body)
    }

    package func entries(in range: ClosedRange<StateKey>, of connection: ConnectionID) -> StateEntries {
        connections[connection]?.entries(in: range) ?? StateEntries()
    }

    package func firstConnection(after connection: ConnectionID?) -> ConnectionID? {
        connections.keys.filter { key in key != .ofPartition && connection.map { $0 < key } ?? true }.min()
    }

    /// Applies the changes of a committed transaction, in their order.
    package mutating func apply(_ changes: [StateChange]) {
        var rest = changes[...]
        while let first = rest.first {
            let own = rest.prefix { $0.connection == first.connection }
            rest = rest.dropFirst(own.count)
            apply(own, to: first.connection)
        }
    }

    private mutating func apply(_ changes: ArraySlice<StateChange>, to connection: ConnectionID) {
        // Taken out of the dictionary, so that the map is not copied when it changes.
        var map = connections.removeValue(forKey: connection) ?? SortedMap()
        var removed: [StateKey] = []
        for change in changes {
            guard let value = change.value else {
                removed.append(change.stateKey)
                continue
            }
            if !removed.isEmpty {
                valueBytes -= map.remove(at: removed)
                removed = []
            }
            valueBytes += value.count - map.put(value, at: change.stateKey)
        }
        valueBytes -= map.remove(at: removed)
        if !map.isEmpty { connections[connection] = map }
    }
}

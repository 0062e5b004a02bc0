package import Health

/// The state of one partition, in memory.
///
/// It begins empty and is filled from the changelog. Places of a connection stand ascending in one array: reads are a
/// binary search, new state keys mostly go to the end.
package struct MemoryStore: PartitionState {
    /// The changelog's offset from which a replay must go on: everything before it is in the store.
    package private(set) var changelogOffset: Int64 = 0
    /// About how many bytes the values take.
    package private(set) var valueBytes = 0

    private var connections: [ConnectionID: SortedMap] = [:]
    private var replay = Replay()

    /// An empty store, to be filled from the changelog's start.
    package init() {}

    /// The value under a state key of a connection, nil when there is none.
    package func value(at stateKey: StateKey, of connection: ConnectionID) -> [UInt8]? {
        connections[connection]?.value(at: stateKey)
    }

    /// Goes through all that a connection holds within a range, ascending.
    package func scan(
        _ range: ClosedRange<StateKey>,
        of connection: ConnectionID,
        _ body: (_ stateKey: StateKey, _ value: RawSpan) -> Void
    ) {
        connections[connection]?.scan(range, body)
    }

    package func entries(in range: ClosedRange<StateKey>, of connection: ConnectionID) -> StateEntries {
        connections[connection]?.entries(in: range) ?? StateEntries()
    }

    package func firstConnection(after connection: ConnectionID?) -> ConnectionID? {
        connections.keys.filter { key in key != .ofPartition && connection.map { $0 < key } ?? true }.min()
    }

    /// Takes over changes whose transaction is committed.
    package mutating func apply(_ changes: [StateChange]) {
        for change in changes { set(change) }
    }

    /// Says that everything before this offset of the changelog is in the store.
    package mutating func advance(changelogOffset offset: Int64) {
        changelogOffset = max(changelogOffset, offset)
    }

    /// Takes over one record of the changelog.
    ///
    /// A value that is in several chunks appears with its last one.
    package mutating func replay(key: RawSpan, value: RawSpan?, offset: Int64) throws(StoreError) {
        if let change = try replay.take(key: key, value: value, offset: offset) { set(change) }
        advance(changelogOffset: offset + 1)
    }

    /// Ends a replay: what is still incomplete now is a changelog that was cut.
    package mutating func endReplay() throws(StoreError) { try replay.end() }

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

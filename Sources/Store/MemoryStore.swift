package import Health

/// The state of one partition, in memory.
///
/// It begins empty and is filled from the changelog. Places of a connection stand ascending in one array: reads are a
/// binary search, new places mostly go to the end.
package struct MemoryStore: State {
    /// The changelog's offset from which a replay must go on: everything before it is in the store.
    package private(set) var changelogOffset: Int64 = 0
    /// About how many bytes the values take.
    package private(set) var valueBytes = 0

    /// The most bytes of a value in one record of the changelog.
    private let chunkBytes: Int
    private var connections: [ConnectionID: Shelf] = [:]
    /// Writes of several chunks of which not all have been read yet.
    private var unfinished: [ConnectionID: [Place: Unfinished]] = [:]

    private struct Unfinished {
        let count: Int
        let hash: UInt64
        var chunks: Int
        var bytes: [UInt8]
    }

    /// An empty store, to be filled from the changelog's start.
    package init(chunkBytes: Int = Changelog.chunkBytes) {
        self.chunkBytes = chunkBytes
    }

    /// How many connections have state.
    package var connectionCount: Int { connections.count }

    /// The value at a place of a connection, nil when there is none.
    package func value(at place: Place, of connection: ConnectionID) -> [UInt8]? {
        connections[connection]?.value(at: place)
    }

    /// The places of a connection that hold a value, within a range, ascending.
    package func places(in range: ClosedRange<Place>, of connection: ConnectionID) -> [Place] {
        connections[connection]?.places(in: range) ?? []
    }

    /// The records that these changes are in the changelog, in order.
    ///
    /// What is too long is cut, and what was longer before gets tombstones. To be asked before the changes are applied.
    package func records(of changes: [StateChange]) -> [Changelog.Record] {
        var records: [Changelog.Record] = []
        records.reserveCapacity(changes.count)
        for change in changes {
            let held = connections[change.connection]?.chunks(at: change.place) ?? 0
            records.append(contentsOf: Changelog.records(of: change, held: held, chunkBytes: chunkBytes))
        }
        return records
    }

    /// Takes over changes whose transaction is committed.
    package mutating func apply(_ changes: [StateChange]) {
        for change in changes {
            let count = change.value?.count ?? 0
            set(change.value, chunks: Changelog.chunks(ofBytes: count, chunkBytes: chunkBytes), change)
        }
    }

    /// Says that everything before this offset of the changelog is in the store.
    package mutating func advance(changelogOffset offset: Int64) {
        changelogOffset = max(changelogOffset, offset)
    }

    /// Takes over one record of the changelog.
    ///
    /// A value that is in several chunks appears with its last one.
    package mutating func replay(key: RawSpan, value: RawSpan?, offset: Int64) throws(StoreError) {
        let entry = try ChangelogEntry(key: key, value: value, offset: offset)
        advance(changelogOffset: offset + 1)
        let change = StateChange(connection: entry.connection, place: entry.place, value: nil)
        guard let chunk = entry.chunk else {
            // The tombstone of a later chunk only says that the value became shorter, which chunk 0 said before.
            if entry.number == 0 {
                forget(change)
                set(nil, chunks: 0, change)
            }
            return
        }
        if entry.number == 0 {
            forget(change)
            if chunk.count == 1 {
                set(chunk.bytes, chunks: 1, change)
            } else {
                unfinished[change.connection, default: [:]][change.place] = Unfinished(
                    count: chunk.count,
                    hash: chunk.hash,
                    chunks: 1,
                    bytes: chunk.bytes
                )
            }
        } else {
            try join(chunk, number: entry.number, change, offset: offset)
        }
    }

    /// Ends a replay: what is still incomplete now is a changelog that was cut.
    package mutating func endReplay() throws(StoreError) {
        let torn = unfinished.values.reduce(0) { $0 + $1.count }
        unfinished = [:]
        guard torn == 0 else { throw .torn(values: torn) }
    }

    /// A chunk whose predecessors are not the latest seen belongs to a write that a later one replaces: compaction left
    /// it behind.
    private mutating func join(
        _ chunk: ChangelogEntry.Chunk,
        number: Int,
        _ change: StateChange,
        offset: Int64
    ) throws(StoreError) {
        guard
            var open = unfinished[change.connection]?[change.place],
            open.hash == chunk.hash, open.count == chunk.count, open.chunks == number
        else { return }
        forget(change)
        open.chunks += 1
        open.bytes.append(contentsOf: chunk.bytes)
        guard open.chunks == open.count else {
            unfinished[change.connection, default: [:]][change.place] = open
            return
        }
        guard Changelog.hash(open.bytes[...]) == open.hash else { throw .malformedValue(offset: offset) }
        set(open.bytes, chunks: open.count, change)
    }

    private mutating func forget(_ change: StateChange) {
        guard !unfinished.isEmpty else { return }
        unfinished[change.connection]?[change.place] = nil
        if unfinished[change.connection]?.isEmpty == true { unfinished[change.connection] = nil }
    }

    private mutating func set(_ value: [UInt8]?, chunks: Int, _ change: StateChange) {
        if let value {
            valueBytes += value.count
            valueBytes -= connections[change.connection, default: Shelf()].put(value, chunks: chunks, at: change.place)
        } else if connections[change.connection] != nil {
            valueBytes -= connections[change.connection, default: Shelf()].remove(at: change.place)
            if connections[change.connection]?.isEmpty == true { connections[change.connection] = nil }
        }
    }
}

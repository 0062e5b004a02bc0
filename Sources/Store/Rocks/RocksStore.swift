package import Health

/// The state of one partition, in the process's database.
///
/// Used by one thread, the partition's lane.
package final class RocksStore: State {
    /// How much a replay gathers before it is written.
    private static let replayBytes = 4 << 20

    private let database: Database
    private let partition: Int32
    private var replay = Replay()
    private var pending = WriteBatch()
    /// The changelog's offset from which a replay must go on: everything before it is in the store.
    package private(set) var changelogOffset: Int64 = 0
    /// Since when the store may have missed tombstones that the changelog has forgotten: when it was last at the
    /// changelog's end, or began to be filled, in milliseconds since 1970; nil when that is unknown.
    package private(set) var inStepMilliseconds: Int64?

    /// The state of a partition, as the database holds it.
    package init(_ partition: Int32, in database: Database) {
        self.database = database
        self.partition = partition
        guard let held = database.value(StoreKey.offset(partition)), held.count == 16 else { return }
        let words = unsafe held.span.bytes
        changelogOffset = Int64(bitPattern: words.bigEndian(at: 0, bytes: 8))
        inStepMilliseconds = Int64(bitPattern: words.bigEndian(at: 8, bytes: 8))
    }

    /// The value at a place of a connection, nil when there is none.
    package func value(at place: Place, of connection: ConnectionID) -> [UInt8]? {
        database.value(StoreKey.value(partition, connection, place))
    }

    /// Goes through all that a connection holds within a range, ascending.
    package func scan(
        _ range: ClosedRange<Place>,
        of connection: ConnectionID,
        _ body: (_ place: Place, _ value: RawSpan) -> Void
    ) {
        let from = StoreKey.value(partition, connection, range.lowerBound)
        let upTo = StoreKey.value(partition, connection, range.upperBound)
        unsafe database.entries(from: from, upTo: upTo) { key, value in
            if let place = unsafe StoreKey.place(key) { unsafe body(place, value.bytes) }
        }
    }

    /// Takes over changes whose transaction, begun at that time, is committed, and that the changelog up to `offset` is
    /// in the store.
    package func apply(_ changes: [StateChange], changelogOffset offset: Int64?, atMilliseconds now: Int64)
        throws(StoreError)
    {
        for change in changes { put(change) }
        if let offset { changelogOffset = max(changelogOffset, offset) }
        inStepMilliseconds = now
        try write()
    }

    /// Notes that nothing was missing at that time.
    package func noteInStep(atMilliseconds time: Int64) throws(StoreError) {
        inStepMilliseconds = time
        try write()
    }

    /// Says that an empty store is filled from the changelog's start from now on: what was forgotten before is never
    /// missed.
    package func beginReplay(atMilliseconds now: Int64) {
        if changelogOffset == 0 { inStepMilliseconds = now }
    }

    /// Takes over one record of the changelog.
    package func replay(key: RawSpan, value: RawSpan?, offset: Int64) throws(StoreError) {
        if let change = try replay.take(key: key, value: value, offset: offset) { put(change) }
        // While chunks are missing the offset must not pass them: a crash would lose the ones before it.
        if !replay.isOpen { changelogOffset = max(changelogOffset, offset + 1) }
        if pending.bytes >= Self.replayBytes { try write() }
    }

    /// Ends a replay at what was the changelog's end at that time, which may lie beyond its last record.
    package func endReplay(at offset: Int64, atMilliseconds now: Int64) throws(StoreError) {
        try replay.end()
        changelogOffset = max(changelogOffset, offset)
        inStepMilliseconds = now
        try write()
    }

    /// Empties the store, to be filled from the changelog's start.
    package func clear() throws(StoreError) {
        replay = Replay()
        pending.clear()
        pending.deleteRange(from: StoreKey.first(partition), to: StoreKey.end(partition))
        pending.delete(StoreKey.offset(partition))
        try database.write(pending)
        pending.clear()
        changelogOffset = 0
        inStepMilliseconds = nil
    }

    private func put(_ change: StateChange) {
        let key = StoreKey.value(partition, change.connection, change.place)
        if let value = change.value { pending.put(key, value) } else { pending.delete(key) }
    }

    private func write() throws(StoreError) {
        var offset: [UInt8] = []
        offset.appendBigEndian(UInt64(bitPattern: changelogOffset))
        offset.appendBigEndian(UInt64(bitPattern: inStepMilliseconds ?? 0))
        pending.put(StoreKey.offset(partition), offset)
        try database.write(pending)
        pending.clear()
    }
}

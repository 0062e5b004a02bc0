package import Health

/// The state of one partition, in the process's database.
///
/// Used by one thread, the partition's lane.
///
/// A value stands with the number of changelog records that it takes, in two bytes before it.
package final class RocksStore: State {
    /// How much a replay gathers before it is written.
    private static let replayBytes = 4 << 20

    private let database: Database
    private let partition: Int32
    private let chunkBytes: Int
    private var replay = Replay()
    private var pending = WriteBatch()
    /// The changelog's offset from which a replay must go on: everything before it is in the store.
    package private(set) var changelogOffset: Int64 = 0
    /// Since when the store may have missed tombstones that the changelog has forgotten: when it was last at the
    /// changelog's end, or began to be filled, in milliseconds since 1970; nil when that is unknown.
    package private(set) var inStepMilliseconds: Int64?

    /// The state of a partition, as the database holds it.
    package init(_ partition: Int32, in database: Database, chunkBytes: Int = Changelog.chunkBytes) {
        self.database = database
        self.partition = partition
        self.chunkBytes = chunkBytes
        guard let held = database.value(StoreKey.offset(partition)), held.count == 16 else { return }
        let words = unsafe held.span.bytes
        changelogOffset = Int64(bitPattern: words.bigEndian(at: 0, bytes: 8))
        inStepMilliseconds = Int64(bitPattern: words.bigEndian(at: 8, bytes: 8))
    }

    /// The value at a place of a connection, nil when there is none.
    package func value(at place: Place, of connection: ConnectionID) -> [UInt8]? {
        guard var held = database.value(StoreKey.value(partition, connection, place)), held.count >= 2 else {
            return nil
        }
        held.removeFirst(2)
        return held
    }

    /// The places of a connection that hold a value, within a range, ascending.
    package func places(in range: ClosedRange<Place>, of connection: ConnectionID) -> [Place] {
        var places: [Place] = []
        let from = StoreKey.value(partition, connection, range.lowerBound)
        let upTo = StoreKey.value(partition, connection, range.upperBound)
        unsafe database.keys(from: from, upTo: upTo) { key in
            if let place = unsafe StoreKey.place(key) { places.append(place) }
        }
        return places
    }

    /// The records that these changes are in the changelog, in order.
    ///
    /// To be asked before the changes are applied.
    package func records(of changes: [StateChange]) -> [Changelog.Record] {
        changes.flatMap { change in
            let held = database.value(StoreKey.value(partition, change.connection, change.place)) ?? []
            let chunks = held.count >= 2 ? Int(held[0]) << 8 | Int(held[1]) : 0
            return Changelog.records(of: change, held: chunks, chunkBytes: chunkBytes)
        }
    }

    /// Takes over changes whose transaction, begun at that time, is committed, and that the changelog up to `offset` is
    /// in the store.
    package func apply(_ changes: [StateChange], changelogOffset offset: Int64?, atMilliseconds now: Int64)
        throws(StoreError)
    {
        for change in changes {
            let chunks = change.value.map { Changelog.chunks(ofBytes: $0.count, chunkBytes: chunkBytes) } ?? 0
            put(change, chunks: chunks)
        }
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
        if let done = try replay.take(key: key, value: value, offset: offset) {
            put(done.change, chunks: done.chunks)
        }
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

    private func put(_ change: StateChange, chunks: Int) {
        let key = StoreKey.value(partition, change.connection, change.place)
        guard let value = change.value else {
            pending.delete(key)
            return
        }
        var framed: [UInt8] = []
        framed.reserveCapacity(value.count + 2)
        framed.appendBigEndian(UInt16(clamping: chunks))
        framed.append(contentsOf: value)
        pending.put(key, framed)
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

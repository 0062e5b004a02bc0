package import Vocabulary

/// The state of one partition in the process's database.
///
/// Only one thread may use the store: the lane that owns the partition.
package final class RocksStore: PartitionState {
    /// The number of bytes that a replay collects before it writes them.
    private static let replayBytes = 4 << 20

    private let database: Database
    private let partition: Int32
    /// The cache of recently read values; nil if the caller reads no value twice.
    private let cache: StateCache?
    private var replay = Replay()
    private var pending = WriteBatch()
    private var note = StoreNote()
    /// The connections that a replay has removed, whose rows must be removed from the files too.
    private var removed: [ClosedRange<ConnectionID>] = []
    /// Whether an earlier process deleted rows that may still be in the files.
    private var mustErase: Bool
    /// The changelog offset from which a replay must continue; the store contains all earlier records.
    package var changelogOffset: Int64 { note.changelogOffset }
    /// The last time when the store matched the changelog, or when an empty store began to be filled; nil if unknown.
    ///
    /// In milliseconds since 1970. If this is too long ago, compaction may have removed tombstones that the store
    /// needs.
    package var inSyncMilliseconds: Int64? { note.inSyncMilliseconds }
    /// The identity of the state, as stored in the changelog; nil if there is none.
    package var identity: StateIdentity? { note.identity }
    /// The fingerprint of the identity's record in the changelog; nil if its offset is unknown.
    package var identityMark: LogMark? { note.identityMark }

    /// Opens the state of a partition; the stores of one thread can share a cache.
    package init(_ partition: Int32, in database: Database, cache: StateCache? = nil) throws(StoreError) {
        self.database = database
        self.partition = partition
        self.cache = cache
        mustErase = database.value(StoreKey.erasure(partition)) != nil
        if let held = database.value(StoreKey.offset(partition)) { note = try StoreNote(held, partition: partition) }
    }

    /// The first failed read of the database; nil if none failed.
    package var readFailure: StoreError? { database.readFailure }

    package func value(at stateKey: StateKey, of connection: ConnectionID) -> [UInt8]? {
        database.value(StoreKey.value(partition, connection, stateKey))
    }

    /// Whether the store has the chunk of a value that the changelog has at this key; true if that cannot be read.
    package func hasChunk(at changelogKey: RawSpan) -> Bool {
        guard let entry = try? ChangelogEntry(key: changelogKey, value: nil, offset: 0) else { return false }
        guard let value = value(at: entry.stateKey, of: entry.connection) else { return readFailure != nil }
        return entry.number < Changelog.chunks(ofBytes: value.count)
    }

    package func scan(
        _ range: ClosedRange<StateKey>,
        of connection: ConnectionID,
        atMost limit: Int,
        _ body: (_ stateKey: StateKey, _ value: RawSpan) -> Void
    ) {
        let from = StoreKey.value(partition, connection, range.lowerBound)
        let upTo = StoreKey.value(partition, connection, range.upperBound)
        unsafe database.entries(from: from, upTo: upTo, atMost: limit) { key, value in
            if let stateKey = unsafe StoreKey.stateKey(key) { unsafe body(stateKey, value.bytes) }
        }
    }

    package func entries(in range: ClosedRange<StateKey>, of connection: ConnectionID) -> StateEntries {
        let found = cache?.entries(in: range, of: connection, partition) { range in
            let read = scanned(range, of: connection)
            return database.readFailure == nil ? read : nil
        }
        return found ?? scanned(range, of: connection)
    }

    package func firstConnection(after connection: ConnectionID?) -> ConnectionID? {
        let (from, upTo) = (StoreKey.end(partition, connection ?? .ofPartition), StoreKey.end(partition))
        var found: ConnectionID?
        unsafe database.entries(from: from, upTo: upTo, ofManyConnections: true, atMost: 1) { key, _ in
            found = unsafe StoreKey.connection(key)
        }
        return found
    }

    /// Calls `body` for every value of the store, as a change that creates the value.
    package func forEach(_ body: (StateChange) -> Void) {
        let (from, upTo) = (StoreKey.first(partition), StoreKey.end(partition))
        unsafe database.entries(from: from, upTo: upTo, ofManyConnections: true) { key, value in
            guard let connection = unsafe StoreKey.connection(key), let stateKey = unsafe StoreKey.stateKey(key) else {
                return
            }
            let bytes = unsafe Array(value)
            body(StateChange(connection: connection, stateKey: stateKey, value: bytes, heldBytes: bytes.count))
        }
    }

    /// Applies the changes of a committed transaction.
    ///
    /// - Parameters:
    ///   - changes: The changes of the transaction.
    ///   - forgotten: The connections whose deleted rows must be removed from the files; see `Database.eraseNext`.
    ///   - offset: The changelog offset that the store corresponds to afterwards. Nil if unknown.
    ///   - identity: The state identity that the transaction wrote. Nil keeps the present one.
    ///   - identityOffset: The changelog offset of that identity. Nil if unknown.
    ///   - now: The time when the transaction began, in milliseconds since 1970.
    /// - Throws: If nothing was written.
    package func apply(
        _ changes: [StateChange],
        forgetting forgotten: [ConnectionID] = [],
        changelogOffset offset: Int64?,
        identity: StateIdentity? = nil,
        identityOffset: Int64? = nil,
        atMilliseconds now: Int64
    ) throws(StoreError) {
        for change in changes { put(change) }
        if let offset { note.changelogOffset = max(note.changelogOffset, offset) }
        if let identity { (note.identity, note.identityOffset) = (identity, identityOffset) }
        note.inSyncMilliseconds = now
        if !forgotten.isEmpty { noteErasure() }
        try write()
        if !forgotten.isEmpty { database.erasures.add(.connections(forgotten.map { $0...$0 }), of: partition) }
        cache?.apply(changes, partition)
        for connection in forgotten { cache?.remove(connection, of: partition) }
    }

    /// Adds a marker to the next write: the files must be rewritten, because rows were deleted.
    private func noteErasure() {
        database.erasures.note(partition)
        pending.put(StoreKey.erasure(partition), [])
    }

    /// Accepts the changelog's identity and offset, after an operator has decided that the state fits.
    ///
    /// Unlike `apply`, the offset may decrease, because the store may have been filled from another changelog.
    ///
    /// - Parameters:
    ///   - identity: The identity that the changelog has now.
    ///   - offset: The changelog offset that the store corresponds to. Nil if unknown.
    ///   - identityOffset: The changelog offset of the identity. Nil if unknown.
    ///   - now: The current time, in milliseconds since 1970.
    /// - Throws: If nothing was written.
    package func adopt(
        _ identity: StateIdentity,
        changelogOffset offset: Int64?,
        identityOffset: Int64? = nil,
        atMilliseconds now: Int64
    ) throws(StoreError) {
        if let offset { note.changelogOffset = offset }
        (note.identity, note.identityOffset) = (identity, identityOffset)
        note.inSyncMilliseconds = now
        try write()
    }

    /// Records the time at which the store last matched the changelog.
    package func noteInSync(atMilliseconds time: Int64) throws(StoreError) {
        note.inSyncMilliseconds = time
        try write()
    }

    /// Records the start time of a replay into an empty store, which can miss no earlier tombstone.
    package func beginReplay(atMilliseconds now: Int64) {
        if changelogOffset == 0 { note.inSyncMilliseconds = now }
    }

    /// Sets the identity of the state that a replay will read; records with another identity are rejected.
    package func expect(_ identity: StateIdentity) { (note.identity, note.identityOffset) = (identity, nil) }

    /// Applies one record of the changelog.
    package func replay(key: RawSpan, value: RawSpan?, offset: Int64) throws(StoreError) {
        if let change = try replay.take(key: key, value: value, offset: offset) {
            put(change)
            noteRemoval(change)
        }
        cache?.removeAll(of: partition)
        if let found = replay.identity, found.offset == offset, let identity = found.value {
            guard note.identity.map({ $0.id == identity.id }) ?? true else { throw .foreign(offset: offset) }
            (note.identity, note.identityOffset) = (identity, offset)
        }
        // While chunks are missing, the offset must not advance: after a crash, the earlier chunks would be lost.
        if !replay.isOpen { note.changelogOffset = max(note.changelogOffset, offset + 1) }
        if pending.bytes >= Self.replayBytes { try write() }
    }

    /// Schedules a rewrite of the files if the change deletes a connection's summary.
    ///
    /// A summary is deleted only when the connection is forgotten.
    private func noteRemoval(_ change: StateChange) {
        guard change.value == nil, change.stateKey == StateKey(.summary), change.connection != .ofPartition else {
            return
        }
        noteErasure()
        removed = Erasures.inFewRanges(removed + [change.connection...change.connection])
    }

    /// Completes a replay at the end of the changelog, which may be after its last record.
    package func endReplay(at offset: Int64, atMilliseconds now: Int64) throws(StoreError) {
        try replay.end()
        note.changelogOffset = max(note.changelogOffset, offset)
        note.inSyncMilliseconds = now
        try write()
        // The rewrite waits until now, because a later write may have removed other rows of a connection.
        if mustErase { database.erasures.add(.all, of: partition) }
        if !removed.isEmpty { database.erasures.add(.connections(removed), of: partition) }
        (mustErase, removed) = (false, [])
    }

    /// Empties the store of a partition that this process no longer owns.
    package func leave() throws(StoreError) {
        try clear()
        database.erasures.add(.all, of: partition)
    }

    /// Empties the store, so that it can be filled from the start of the changelog.
    package func clear() throws(StoreError) {
        cache?.removeAll(of: partition)
        replay = Replay()
        pending.clear()
        pending.deleteRange(from: StoreKey.first(partition), to: StoreKey.end(partition))
        pending.delete(StoreKey.offset(partition))
        noteErasure()
        try database.write(pending)
        pending.clear()
        note = StoreNote()
        (mustErase, removed) = (true, [])
    }

    deinit { cache?.removeAll(of: partition) }

    private func put(_ change: StateChange) {
        let key = StoreKey.value(partition, change.connection, change.stateKey)
        if let value = change.value { pending.put(key, value) } else { pending.delete(key) }
    }

    private func write() throws(StoreError) {
        pending.put(StoreKey.offset(partition), note.bytes)
        try database.write(pending)
        pending.clear()
    }
}

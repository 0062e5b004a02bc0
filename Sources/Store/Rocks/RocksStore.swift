package import Health

/// The state of one partition, in the process's database.
///
/// Used by one thread, the partition's lane.
package final class RocksStore: PartitionState {
    /// How much a replay gathers before it is written.
    private static let replayBytes = 4 << 20

    private let database: Database
    private let partition: Int32
    /// What was read lately; nil where nobody reads again.
    private let cache: StateCache?
    private var replay = Replay()
    private var pending = WriteBatch()
    private var note = StoreNote()
    /// Connections that a replay has removed: of them no byte may stay in files.
    private var removed: [ClosedRange<ConnectionID>] = []
    /// Whether rows that were deleted before may still lie in files, whose connections nobody knows.
    private var mustErase: Bool
    /// The changelog's offset from which a replay must go on: everything before it is in the store.
    package var changelogOffset: Int64 { note.changelogOffset }
    /// Since when the store may have missed tombstones that the changelog has forgotten: when it was last at the
    /// changelog's end, or began to be filled, in milliseconds since 1970; nil when that is unknown.
    package var inStepMilliseconds: Int64? { note.inStepMilliseconds }
    /// What the state belongs to, as the changelog says it; nil while there is none.
    package var identity: StateIdentity? { note.identity }

    /// The state of a partition, as the database holds it; a cache can be shared by the stores of one thread.
    package init(_ partition: Int32, in database: Database, cache: StateCache? = nil) throws(StoreError) {
        self.database = database
        self.partition = partition
        self.cache = cache
        mustErase = database.value(StoreKey.erasure(partition)) != nil
        if let held = database.value(StoreKey.offset(partition)) { note = try StoreNote(held, partition: partition) }
    }

    /// The value under a state key of a connection, nil when there is none.
    package func value(at stateKey: StateKey, of connection: ConnectionID) -> [UInt8]? {
        database.value(StoreKey.value(partition, connection, stateKey))
    }

    /// Goes through all that a connection holds within a range, ascending.
    package func scan(
        _ range: ClosedRange<StateKey>,
        of connection: ConnectionID,
        _ body: (_ stateKey: StateKey, _ value: RawSpan) -> Void
    ) {
        let from = StoreKey.value(partition, connection, range.lowerBound)
        let upTo = StoreKey.value(partition, connection, range.upperBound)
        unsafe database.entries(from: from, upTo: upTo) { key, value in
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
        let from = StoreKey.end(partition, connection ?? .ofPartition)
        return database.firstKey(from: from, before: StoreKey.end(partition)).flatMap { key in
            unsafe key.withUnsafeBytes { unsafe StoreKey.connection($0) }
        }
    }

    /// Goes through everything that the store holds, as changes that would make it.
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

    /// Takes over changes whose transaction, begun at that time, is committed.
    ///
    /// - Parameters:
    ///   - changes: what the transaction changed.
    ///   - forgotten: connections of whose rows before no byte may stay in files; `Database.eraseNext` sees to it.
    ///   - offset: up to which the changelog is in the store with them; nil if nobody knows.
    ///   - identity: what the transaction wrote beside them; nil leaves it as it was.
    ///   - now: when it began, in milliseconds since 1970.
    /// - Throws: when nothing of it was written.
    package func apply(
        _ changes: [StateChange],
        forgetting forgotten: [ConnectionID] = [],
        changelogOffset offset: Int64?,
        identity: StateIdentity? = nil,
        atMilliseconds now: Int64
    ) throws(StoreError) {
        for change in changes { put(change) }
        if let offset { note.changelogOffset = max(note.changelogOffset, offset) }
        if let identity { note.identity = identity }
        note.inStepMilliseconds = now
        if !forgotten.isEmpty { noteErasure() }
        try write()
        if !forgotten.isEmpty { database.erasures.add(.connections(forgotten.map { $0...$0 }), of: partition) }
        cache?.apply(changes, partition)
        for connection in forgotten { cache?.remove(connection, of: partition) }
    }

    /// Says in the next write that rows were deleted of which no byte may stay.
    private func noteErasure() {
        database.erasures.note(partition)
        pending.put(StoreKey.erasure(partition), [])
    }

    /// Takes over what an operator has adopted: the offset is of a changelog that may be another, and shorter, than the one
    /// that the store was filled from.
    ///
    /// - Parameters:
    ///   - identity: what the changelog says of itself now.
    ///   - offset: up to which it is in the store; nil if nobody knows.
    ///   - now: in milliseconds since 1970.
    /// - Throws: when nothing of it was written.
    package func adopt(_ identity: StateIdentity, changelogOffset offset: Int64?, atMilliseconds now: Int64)
        throws(StoreError)
    {
        if let offset { note.changelogOffset = offset }
        note.identity = identity
        note.inStepMilliseconds = now
        try write()
    }

    /// Notes that nothing was missing at that time.
    package func noteInStep(atMilliseconds time: Int64) throws(StoreError) {
        note.inStepMilliseconds = time
        try write()
    }

    /// Says that an empty store is filled from the changelog's start from now on: what was forgotten before is never
    /// missed.
    package func beginReplay(atMilliseconds now: Int64) {
        if changelogOffset == 0 { note.inStepMilliseconds = now }
    }

    /// Says whose state a replay is going to bring: that of another origin is refused.
    package func expect(_ identity: StateIdentity) { note.identity = identity }

    /// Takes over one record of the changelog.
    package func replay(key: RawSpan, value: RawSpan?, offset: Int64) throws(StoreError) {
        if let change = try replay.take(key: key, value: value, offset: offset) {
            put(change)
            noteRemoval(change)
        }
        cache?.removeAll(of: partition)
        if let found = replay.identity, found.offset == offset, let identity = found.value {
            guard note.identity.map({ $0.id == identity.id }) ?? true else { throw .foreign(offset: offset) }
            note.identity = identity
        }
        // While chunks are missing the offset must not pass them: a crash would lose the ones before it.
        if !replay.isOpen { note.changelogOffset = max(note.changelogOffset, offset + 1) }
        if pending.bytes >= Self.replayBytes { try write() }
    }

    /// The summary of a connection goes only when the connection is forgotten.
    private func noteRemoval(_ change: StateChange) {
        guard change.value == nil, change.stateKey == StateKey(.summary), change.connection != .ofPartition else {
            return
        }
        noteErasure()
        removed = Erasures.bounded(removed + [change.connection...change.connection])
    }

    /// Ends a replay at what was the changelog's end at that time, which may lie beyond its last record.
    package func endReplay(at offset: Int64, atMilliseconds now: Int64) throws(StoreError) {
        try replay.end()
        note.changelogOffset = max(note.changelogOffset, offset)
        note.inStepMilliseconds = now
        try write()
        // Not before: what else goes of a connection may have come with a later write.
        if mustErase { database.erasures.add(.all, of: partition) }
        if !removed.isEmpty { database.erasures.add(.connections(removed), of: partition) }
        (mustErase, removed) = (false, [])
    }

    /// Empties the store of a partition that is nobody's here any more.
    package func leave() throws(StoreError) {
        try clear()
        database.erasures.add(.all, of: partition)
    }

    /// Empties the store, to be filled from the changelog's start; nothing of it is to stay in files.
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

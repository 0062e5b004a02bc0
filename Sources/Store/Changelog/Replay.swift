package import Vocabulary

/// Decodes the records of a changelog in order, and joins the chunks of long values.
package struct Replay {
    /// Values whose chunks are not all read yet.
    private var unfinished: [ConnectionID: [StateKey: Unfinished]] = [:]

    private struct Unfinished {
        let count: Int
        let checksum: UInt64
        var chunks: Int
        var bytes: [UInt8]
    }

    /// The last identity that was read, with its offset; the value is nil for a tombstone.
    package private(set) var identity: (value: StateIdentity?, offset: Int64)?

    package init() {}

    /// Whether a value still lacks chunks.
    package var isOpen: Bool { !unfinished.isEmpty }

    /// Decodes one record, and returns the change that the record completes, or nil.
    package mutating func take(key: RawSpan, value: RawSpan?, offset: Int64) throws(StoreError) -> StateChange? {
        if StateIdentity.isKey(key) {
            var found: StateIdentity?
            if let value { found = try StateIdentity(value, offset: offset) }
            identity = (found, offset)
            return nil
        }
        let entry = try ChangelogEntry(key: key, value: value, offset: offset)
        guard let chunk = entry.chunk else {
            // The tombstone of a later chunk follows a shorter new value, whose chunk 0 has already replaced the old
            // value.
            guard entry.number == 0 else { return nil }
            forget(entry)
            return change(entry, nil)
        }
        if entry.number > 0 { return try join(chunk, entry, offset: offset) }
        forget(entry)
        if chunk.count == 1 { return change(entry, chunk.bytes) }
        unfinished[entry.connection, default: [:]][entry.stateKey] = Unfinished(
            count: chunk.count,
            checksum: chunk.checksum,
            chunks: 1,
            bytes: chunk.bytes
        )
        return nil
    }

    /// Completes a replay; throws if a value still lacks chunks, because the changelog was truncated.
    package mutating func end() throws(StoreError) {
        let torn = unfinished.values.reduce(0) { $0 + $1.count }
        unfinished = [:]
        guard torn == 0 else { throw .torn(values: torn) }
    }

    /// Appends a chunk to its value; ignores a chunk that compaction left over from an older write.
    private mutating func join(
        _ chunk: ChangelogEntry.Chunk,
        _ entry: ChangelogEntry,
        offset: Int64
    ) throws(StoreError) -> StateChange? {
        guard
            var open = unfinished[entry.connection]?[entry.stateKey],
            open.checksum == chunk.checksum, open.count == chunk.count, open.chunks == entry.number
        else { return nil }
        forget(entry)
        open.chunks += 1
        open.bytes.append(contentsOf: chunk.bytes)
        guard open.chunks == open.count else {
            unfinished[entry.connection, default: [:]][entry.stateKey] = open
            return nil
        }
        guard unsafe Checksum(open.bytes.span.bytes).value == open.checksum else { throw .damagedValue(offset: offset) }
        return change(entry, open.bytes)
    }

    private func change(_ entry: ChangelogEntry, _ value: [UInt8]?) -> StateChange {
        StateChange(connection: entry.connection, stateKey: entry.stateKey, value: value, heldBytes: nil)
    }

    private mutating func forget(_ entry: ChangelogEntry) {
        guard !unfinished.isEmpty else { return }
        unfinished[entry.connection]?[entry.stateKey] = nil
        if unfinished[entry.connection]?.isEmpty == true { unfinished[entry.connection] = nil }
    }
}

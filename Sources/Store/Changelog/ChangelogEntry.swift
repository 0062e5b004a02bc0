package import Vocabulary

/// A decoded record of the changelog.
struct ChangelogEntry {
    /// One chunk of a value.
    struct Chunk {
        /// The number of chunks of the value.
        let count: Int
        /// The checksum of the whole value, which is verified if the value has only one chunk.
        let checksum: UInt64
        let bytes: [UInt8]
    }

    let connection: ConnectionID
    let stateKey: StateKey
    let number: Int
    /// The chunk; nil for a tombstone.
    let chunk: Chunk?

    init(key: RawSpan, value: RawSpan?, offset: Int64) throws(StoreError) {
        let tail = 1 + Changelog.placeBytes + 2
        guard key.byteCount > tail, key.byteCount <= Changelog.longestKeyBytes else {
            throw .malformedKey(offset: offset)
        }
        let nameBytes = key.byteCount - tail
        guard
            let connection = ConnectionID(stored: key.copied(0..<nameBytes)),
            key.byte(nameBytes) == 0
        else { throw .malformedKey(offset: offset) }
        self.connection = connection
        stateKey = StateKey(
            head: key.bigEndian(at: nameBytes + 1, bytes: 8),
            high: key.bigEndian(at: nameBytes + 9, bytes: 8),
            low: key.bigEndian(at: nameBytes + 17, bytes: 8)
        )
        number = Int(key.bigEndian(at: nameBytes + 25, bytes: 2))
        guard let value else {
            chunk = nil
            return
        }
        chunk = try Self.chunk(of: value, number: number, offset: offset)
    }

    private static func chunk(of value: RawSpan, number: Int, offset: Int64) throws(StoreError) -> Chunk {
        guard value.byteCount >= 1 else { throw .malformedValue(offset: offset) }
        guard value.byte(0) == Changelog.format else {
            throw .unknownFormat(value.byte(0), known: Changelog.format, offset: offset)
        }
        guard value.byteCount >= Changelog.headerBytes else { throw .malformedValue(offset: offset) }
        let count = Int(value.bigEndian(at: 1, bytes: 2))
        guard number < count else { throw .malformedValue(offset: offset) }
        let checksum = value.bigEndian(at: 3, bytes: 8)
        let bytes = value.extracting(Changelog.headerBytes..<value.byteCount)
        guard count > 1 || Checksum(bytes).value == checksum else { throw .damagedValue(offset: offset) }
        return Chunk(count: count, checksum: checksum, bytes: bytes.copied(0..<bytes.byteCount))
    }
}

extension Changelog {
    /// Returns the state key of a record with a partition-wide value; nil for other records.
    package static func partitionStateKey(_ key: RawSpan) -> StateKey? {
        // Checks the first byte before decoding, because most records belong to connections.
        guard key.byteCount > 0, key.byte(0) == ConnectionID.ofPartition.bytes[0],
            let entry = try? ChangelogEntry(key: key, value: nil, offset: 0), entry.connection == .ofPartition
        else { return nil }
        return entry.stateKey
    }

    /// Returns a partition-wide value that has only one chunk; nil for other records.
    package static func partitionValue(key: RawSpan, value: RawSpan) -> (stateKey: StateKey, bytes: [UInt8])? {
        guard let entry = try? ChangelogEntry(key: key, value: value, offset: 0), entry.connection == .ofPartition,
            let chunk = entry.chunk, chunk.count == 1
        else { return nil }
        return (entry.stateKey, chunk.bytes)
    }
}

extension RawSpan {
    func byte(_ index: Int) -> UInt8 {
        unsafe unsafeLoad(fromByteOffset: index, as: UInt8.self)
    }

    func bigEndian(at start: Int, bytes: Int) -> UInt64 {
        var value: UInt64 = 0
        for index in start..<start + bytes { value = value << 8 | UInt64(byte(index)) }
        return value
    }

    func copied(_ range: Range<Int>) -> [UInt8] {
        unsafe extracting(range).withUnsafeBytes { unsafe [UInt8]($0) }
    }
}

package import Health

/// How changes of state stand in the records of the changelog topic, compacted by key.
///
/// Key: the connection's bytes, a zero byte, the state key's 24 bytes big-endian, the chunk's number in 2 bytes.
/// One key is none of a connection's: that of the partition's `StateIdentity`.
///
/// Value: a format byte, the count of chunks in 2 bytes; where there is more than one chunk, the hash of the whole
/// value in 8 bytes; the chunk's bytes. A tombstone empties a chunk's key; that of chunk 0 takes the whole value away.
///
/// The chunks of one write are produced in ascending order in one transaction. Compaction may leave some of an older
/// write's chunks before a newer write, so only chunks with the same hash are joined.
package enum Changelog {
    /// One record to be produced.
    package struct Record: Equatable, Sendable {
        package let key: [UInt8]
        /// The record's value, nil for a tombstone.
        package let value: [UInt8]?

        /// A record from its parts.
        package init(key: [UInt8], value: [UInt8]?) {
            self.key = key
            self.value = value
        }
    }

    /// The longest record, key and value together, in bytes: below the broker's default limit with room for its
    /// framing.
    package static let longestRecordBytes = RecordBounds.changelogRecord

    /// The most bytes of a value that one record carries, whatever the length of its key.
    package static let chunkBytes = longestRecordBytes - longestKeyBytes - longestHeaderBytes

    /// How many records a value of so many bytes takes, when one carries `chunkBytes`.
    static func chunks(ofBytes count: Int, chunkBytes: Int = chunkBytes) -> Int {
        max(1, (count + chunkBytes - 1) / chunkBytes)
    }

    /// The records of a change, in the order in which they are to be produced.
    ///
    /// What is too long is cut, and what was longer before gets tombstones.
    package static func records(of change: StateChange, chunkBytes: Int = chunkBytes) -> [Record] {
        let held = change.heldBytes.map { chunks(ofBytes: $0, chunkBytes: chunkBytes) } ?? 0
        guard let value = change.value else {
            return (0..<held).map { Record(key: key(of: change, chunk: $0), value: nil) }
        }
        let count = chunks(ofBytes: value.count, chunkBytes: chunkBytes)
        let hash = count > 1 ? Changelog.hash(value[...]) : 0
        var records: [Record] = []
        records.reserveCapacity(max(count, held))
        for chunk in 0..<count {
            let start = chunk * chunkBytes
            let bytes = value[start..<min(start + chunkBytes, value.count)]
            var framed: [UInt8] = []
            framed.reserveCapacity(longestHeaderBytes + bytes.count)
            framed.append(format)
            framed.appendBigEndian(UInt16(clamping: count))
            if count > 1 { framed.appendBigEndian(hash) }
            framed.append(contentsOf: bytes)
            records.append(Record(key: key(of: change, chunk: chunk), value: framed))
        }
        for chunk in count..<max(count, held) { records.append(Record(key: key(of: change, chunk: chunk), value: nil)) }
        return records
    }

    /// The records of changes, in the order in which they are to be produced.
    package static func records(of changes: [StateChange]) -> [Record] { changes.flatMap { records(of: $0) } }

    static let format: UInt8 = 1
    static let placeBytes = 24
    static let longestHeaderBytes = 1 + 2 + 8
    static let longestKeyBytes = 200 + 1 + placeBytes + 2

    private static func key(of change: StateChange, chunk: Int) -> [UInt8] {
        var key: [UInt8] = []
        key.reserveCapacity(change.connection.bytes.count + 1 + placeBytes + 2)
        key.append(contentsOf: change.connection.bytes)
        key.append(0)
        key.appendBigEndian(change.stateKey.head)
        key.appendBigEndian(change.stateKey.high)
        key.appendBigEndian(change.stateKey.low)
        key.appendBigEndian(UInt16(clamping: chunk))
        return key
    }

    /// FNV-1a: it tells one write of a state key from the next, it guards against nobody.
    static func hash(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        return hash ^ UInt64(bytes.count)
    }
}

extension [UInt8] {
    mutating func appendBigEndian(_ value: some FixedWidthInteger & UnsignedInteger) {
        var shift = value.bitWidth
        while shift > 0 {
            shift -= 8
            append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }
}

package import Vocabulary

/// The record format of the changelog topic, which holds the state of a partition, compacted by key.
///
/// ```
/// key    connection id | 0 | state key (24 bytes, big-endian) | chunk number (2 bytes)
/// value  format (1 byte) | number of chunks (2 bytes) | checksum of the whole value (8 bytes) | bytes
/// ```
///
/// A long value is split into chunks with the same checksum. A tombstone deletes one chunk; the tombstone of chunk 0
/// deletes the whole value. The key of the partition's `StateIdentity` does not follow this form.
///
/// All chunks of a write are produced in ascending order in one transaction. Compaction can leave chunks of an older
/// write in front of a newer write. Therefore only chunks with the same checksum are joined.
package enum Changelog {
    /// A record to be produced.
    package struct Record: Equatable, Sendable {
        package let key: [UInt8]
        /// The value; nil for a tombstone.
        package let value: [UInt8]?

        package init(key: [UInt8], value: [UInt8]?) {
            self.key = key
            self.value = value
        }
    }

    /// The largest record in bytes, key and value together: below the broker's default limit, with room for framing.
    package static let longestRecordBytes = RecordBounds.changelogRecord

    /// The largest number of bytes of a value in one record, for keys of any length.
    package static let chunkBytes = longestRecordBytes - longestKeyBytes - headerBytes

    /// Returns the number of records that a value takes.
    static func chunks(ofBytes count: Int, chunkBytes: Int = chunkBytes) -> Int {
        max(1, (count + chunkBytes - 1) / chunkBytes)
    }

    /// Returns the records of a change, in the order in which they must be produced.
    ///
    /// A long value is split into chunks. Surplus chunks of a longer previous value get tombstones.
    package static func records(of change: StateChange, chunkBytes: Int = chunkBytes) -> [Record] {
        let held = change.heldBytes.map { chunks(ofBytes: $0, chunkBytes: chunkBytes) } ?? 0
        guard let value = change.value else {
            return (0..<held).map { Record(key: key(of: change, chunk: $0), value: nil) }
        }
        let count = chunks(ofBytes: value.count, chunkBytes: chunkBytes)
        let checksum = unsafe Checksum(value.span.bytes).value
        var records: [Record] = []
        records.reserveCapacity(max(count, held))
        for chunk in 0..<count {
            let start = chunk * chunkBytes
            let bytes = value[start..<min(start + chunkBytes, value.count)]
            var framed: [UInt8] = []
            framed.reserveCapacity(headerBytes + bytes.count)
            framed.append(format)
            framed.appendBigEndian(UInt16(clamping: count))
            framed.appendBigEndian(checksum)
            framed.append(contentsOf: bytes)
            records.append(Record(key: key(of: change, chunk: chunk), value: framed))
        }
        for chunk in count..<max(count, held) { records.append(Record(key: key(of: change, chunk: chunk), value: nil)) }
        return records
    }

    /// Returns the records of changes, in the order in which they must be produced.
    package static func records(of changes: [StateChange]) -> [Record] { changes.flatMap { records(of: $0) } }

    static let format: UInt8 = 2
    static let placeBytes = 24
    static let headerBytes = 1 + 2 + 8
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

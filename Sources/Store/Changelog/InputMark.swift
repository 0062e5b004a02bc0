import Health

/// The fingerprint of the last record that was read from an input topic.
///
/// If the topic was deleted and recreated, it has another record at this offset.
package struct InputMark: Hashable, Sendable {
    package let offset: Int64
    /// The record's timestamp in milliseconds since 1970; −1 if it has none.
    package let timestampMilliseconds: Int64
    /// A checksum of the record's key and value.
    package let checksum: UInt64

    package init(offset: Int64, timestampMilliseconds: Int64, checksum: UInt64) {
        self.offset = offset
        self.timestampMilliseconds = timestampMilliseconds
        self.checksum = checksum
    }

    /// Creates the fingerprint of a record.
    package init(offset: Int64, timestampMilliseconds: Int64?, key: RawSpan?, value: RawSpan?) {
        var checksum = Checksum()
        checksum.add(key)
        checksum.add(value)
        self.init(
            offset: offset,
            timestampMilliseconds: timestampMilliseconds ?? -1,
            checksum: checksum.value
        )
    }

    static let bytesCount = 3 * 8

    /// Appends the encoded fingerprint.
    ///
    /// A missing one has a negative offset.
    static func append(_ mark: InputMark?, to bytes: inout [UInt8]) {
        bytes.appendBigEndian(UInt64(bitPattern: mark?.offset ?? -1))
        bytes.appendBigEndian(UInt64(bitPattern: mark?.timestampMilliseconds ?? -1))
        bytes.appendBigEndian(mark?.checksum ?? 0)
    }

    /// Decodes a fingerprint; nil if it is missing.
    init?(_ bytes: RawSpan, at start: Int) {
        let offset = Int64(bitPattern: bytes.bigEndian(at: start, bytes: 8))
        guard offset >= 0 else { return nil }
        self.init(
            offset: offset,
            timestampMilliseconds: Int64(bitPattern: bytes.bigEndian(at: start + 8, bytes: 8)),
            checksum: bytes.bigEndian(at: start + 16, bytes: 8)
        )
    }
}

/// A checksum that is cheap enough to compute for every record: of long values, it covers the length and both ends.
private struct Checksum {
    /// The number of bytes that count at each end.
    private static let endBytes = 256

    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Adds bytes; nil differs from an empty value.
    mutating func add(_ bytes: RawSpan?) {
        guard let bytes else { return mix(.max) }
        let count = bytes.byteCount
        mix(UInt64(count))
        let head = min(count, Self.endBytes)
        add(bytes, 0..<head)
        add(bytes, max(head, count - Self.endBytes)..<count)
    }

    private mutating func add(_ bytes: RawSpan, _ range: Range<Int>) {
        var place = range.lowerBound
        while place + 8 <= range.upperBound {
            mix(unsafe bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self).littleEndian)
            place += 8
        }
        while place < range.upperBound {
            mix(UInt64(bytes.byte(place)))
            place += 1
        }
    }

    private mutating func mix(_ word: UInt64) {
        let product = (value ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        value = product.high ^ product.low &+ 0xCBF2_9CE4_8422_2325
    }
}

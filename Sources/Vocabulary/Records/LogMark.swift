/// A fingerprint of the last known record of a partition.
///
/// If the topic was recreated or replaced by a copy, the record at this offset is different or missing.
package struct LogMark: Hashable, Sendable {
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

    package init(offset: Int64, timestampMilliseconds: Int64?, key: RawSpan?, value: RawSpan?) {
        self.init(
            offset: offset,
            timestampMilliseconds: timestampMilliseconds ?? -1,
            checksum: Checksum(key: key, value: value).value
        )
    }
}

/// A checksum that is cheap enough for every record; it detects damage and is not meant for security.
package struct Checksum {
    /// The number of bytes that `addEnds` adds from each end of a long value.
    private static let endBytes = 256

    package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Creates the checksum of all bytes and their number.
    package init(_ bytes: RawSpan) {
        mix(UInt64(bytes.byteCount))
        add(bytes, 0..<bytes.byteCount)
    }

    /// Creates the checksum of a record from the lengths and the ends of its key and value.
    fileprivate init(key: RawSpan?, value: RawSpan?) {
        addEnds(key)
        addEnds(value)
    }

    /// Adds the length and both ends of bytes; nil differs from an empty value.
    private mutating func addEnds(_ bytes: RawSpan?) {
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
            mix(UInt64(unsafe bytes.unsafeLoad(fromByteOffset: place, as: UInt8.self)))
            place += 1
        }
    }

    private mutating func mix(_ word: UInt64) {
        let product = (value ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        value = product.high ^ product.low &+ 0xCBF2_9CE4_8422_2325
    }
}

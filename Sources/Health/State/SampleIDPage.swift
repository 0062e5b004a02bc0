package import Vocabulary

/// A page of the index from sample ids to days: 21 bits of each id's hash, and 3 bits for the day.
///
/// Clients can choose ids with equal hashes. The only cost is an unnecessary search of a day.
package struct SampleIDPage {
    /// The usual number of ids on a page, which a client can exceed by choosing ids that all belong to one page.
    static let countUsual = 1024
    private static let bytesEach = 3

    /// The version byte, then three bytes for each entry, ascending as numbers.
    package let packed: [UInt8]

    /// Creates a page from hashes and days within the block, in any order.
    package init(_ entries: [(hash: UInt64, day: UInt8)]) {
        let words = entries.map { Self.word($0.hash, $0.day) }.sorted()
        var packer = Packer(capacity: 1 + Self.bytesEach * words.count)
        packer.byte(StateFormat.heldPage.version)
        var last: UInt32?
        for word in words where word != last {
            last = word
            packer.byte(UInt8(truncatingIfNeeded: word))
            packer.byte(UInt8(truncatingIfNeeded: word >> 8))
            packer.byte(UInt8(truncatingIfNeeded: word >> 16))
        }
        packed = packer.bytes
    }

    /// Decodes a page; nil if the bytes are damaged or have another version.
    package init?(_ bytes: [UInt8]) {
        guard unsafe Self.isWhole(bytes.span.bytes) else { return nil }
        packed = bytes
    }

    private static func isWhole(_ bytes: RawSpan) -> Bool {
        bytes.byteCount % bytesEach == 1 && byte(bytes, 0) == StateFormat.heldPage.version
    }

    /// Returns the hash under which the index stores an id.
    package static func hash(_ id: UUID128) -> UInt64 { IDFilter.hash(id) }

    /// Returns the days of the block that may have an id with any of the hashes, one bit each.
    package func days(of hashes: some Sequence<UInt64>) -> UInt8 {
        unsafe Self.days(of: hashes, among: packed.span.bytes)
    }

    /// Searches the encoded bytes of a page; nil if they are damaged or have another version.
    static func days(of hashes: some Sequence<UInt64>, in bytes: RawSpan) -> UInt8? {
        isWhole(bytes) ? days(of: hashes, among: bytes) : nil
    }

    private static func days(of hashes: some Sequence<UInt64>, among bytes: RawSpan) -> UInt8 {
        let count = bytes.byteCount / bytesEach
        var days: UInt8 = 0
        for hash in hashes {
            let first = word(hash, 0)
            var low = 0
            var high = count
            while low < high {
                let middle = (low + high) / 2
                if word(bytes, middle) < first { low = middle + 1 } else { high = middle }
            }
            while low < count, word(bytes, low) >> 3 == first >> 3 {
                days |= 1 << UInt8(word(bytes, low) & 7)
                low += 1
            }
        }
        return days
    }

    private static func word(_ hash: UInt64, _ day: UInt8) -> UInt32 {
        UInt32(truncatingIfNeeded: hash & 0x1F_FFFF) << 3 | UInt32(day)
    }

    private static func word(_ bytes: RawSpan, _ index: Int) -> UInt32 {
        let at = 1 + bytesEach * index
        return UInt32(byte(bytes, at)) | UInt32(byte(bytes, at + 1)) << 8 | UInt32(byte(bytes, at + 2)) << 16
    }

    private static func byte(_ bytes: RawSpan, _ index: Int) -> UInt8 {
        unsafe bytes.unsafeLoad(fromByteOffset: index, as: UInt8.self)
    }
}

/// Some of the ids that a block of days holds, each as 21 bits of its hash with the three of its day.
///
/// Ids can be chosen so that it errs; it then costs a look at a day, and no more.
package struct HeldIDPage {
    /// How many ids a page has at most, where they are not chosen.
    static let countUsual = 1024
    private static let bytesEach = 3

    /// The version, then three bytes of each id, ascending as numbers.
    package let packed: [UInt8]

    /// A page of ids by their hashes, each with the day in the block, in any order.
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

    /// Reads a page's bytes; nil when they are broken or of another version.
    package init?(_ bytes: [UInt8]) {
        guard unsafe Self.isWhole(bytes.span.bytes) else { return nil }
        packed = bytes
    }

    private static func isWhole(_ bytes: RawSpan) -> Bool {
        bytes.byteCount % bytesEach == 1 && byte(bytes, 0) == StateFormat.heldPage.version
    }

    /// The hash by which an id is kept.
    package static func hash(_ id: UUID128) -> UInt64 { IDFilter.hash(id) }

    /// The days in the block on which there may be an id with one of these hashes, a bit each.
    package func days(of hashes: some Sequence<UInt64>) -> UInt8 {
        unsafe Self.days(of: hashes, among: packed.span.bytes)
    }

    /// The same of a page's bytes; nil when they are broken or of another version.
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

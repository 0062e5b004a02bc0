/// A UUID as two big-endian words, so that comparing the words compares the bytes.
package struct UUID128: Hashable, Comparable, Sendable {
    package let hi: UInt64
    package let lo: UInt64

    package init(hi: UInt64, lo: UInt64) {
        self.hi = hi
        self.lo = lo
    }

    /// Parses the 8-4-4-4-12 form in any case; nil for any other text.
    ///
    /// Braces, `urn:uuid:` and missing hyphens are rejected, because HealthKit writes none of them and each id must
    /// have one form.
    package init?(parsing text: UnsafeRawBufferPointer) {
        guard text.count == 36,
            unsafe text[8] == hyphen, unsafe text[13] == hyphen,
            unsafe text[18] == hyphen, unsafe text[23] == hyphen
        else { return nil }
        // Between the hyphens are 8, 4 + 4, 4 + 4 and 8 digits: four words of eight digits.
        let digits0 = unsafe UInt64(littleEndian: text.loadUnaligned(fromByteOffset: 0, as: UInt64.self))
        let digits1 = unsafe twoQuads(text, 9, 14)
        let digits2 = unsafe twoQuads(text, 19, 24)
        let digits3 = unsafe UInt64(littleEndian: text.loadUnaligned(fromByteOffset: 28, as: UInt64.self))
        guard let word0 = Hexadecimal.value(ofDigits: digits0), let word1 = Hexadecimal.value(ofDigits: digits1),
            let word2 = Hexadecimal.value(ofDigits: digits2), let word3 = Hexadecimal.value(ofDigits: digits3)
        else { return nil }
        hi = UInt64(word0) << 32 | UInt64(word1)
        lo = UInt64(word2) << 32 | UInt64(word3)
    }

    /// Parses the 8-4-4-4-12 form in any case; nil for any other text.
    package init?(_ text: String) {
        var text = text
        guard let parsed = text.withUTF8({ unsafe UUID128(parsing: UnsafeRawBufferPointer($0)) }) else { return nil }
        self = parsed
    }

    /// Compares the bytes, which gives the same order as comparing the upper-case texts.
    package static func < (left: UUID128, right: UUID128) -> Bool {
        left.hi != right.hi ? left.hi < right.hi : left.lo < right.lo
    }
}

/// Returns the four digits at each of two positions, as one little-endian word.
private func twoQuads(_ text: UnsafeRawBufferPointer, _ first: Int, _ second: Int) -> UInt64 {
    let front = unsafe UInt32(littleEndian: text.loadUnaligned(fromByteOffset: first, as: UInt32.self))
    let back = unsafe UInt32(littleEndian: text.loadUnaligned(fromByteOffset: second, as: UInt32.self))
    return UInt64(front) | UInt64(back) << 32
}

private let hyphen = UInt8(ascii: "-")

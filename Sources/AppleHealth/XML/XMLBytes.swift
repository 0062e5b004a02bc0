/// The classes of bytes in XML.
enum XMLBytes {
    @inline(__always) static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    @inline(__always) static func isNameStart(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- 0x61 < 26 || byte == UInt8(ascii: "_")
    }

    /// Whether a byte is a letter, a digit, or one of `-.:_`.
    @inline(__always) static func isNameByte(_ byte: UInt8) -> Bool {
        isNameStart(byte) || byte &- 0x2D < 14 && byte != UInt8(ascii: "/")
    }

    @inline(__always) static func endsName(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte == UInt8(ascii: "=") || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/")
            || byte == UInt8(ascii: "<")
    }

    @inline(__always) static func skipBlanks(_ bytes: Span<UInt8>, _ place: inout Int) {
        while place < bytes.count, isBlank(bytes[place]) { place += 1 }
    }

    /// Reads an ASCII name, and moves the position after it; nil if there is none.
    @inline(__always) static func name(_ bytes: Span<UInt8>, _ place: inout Int) -> Range<Int>? {
        let start = place
        guard start < bytes.count, isNameStart(bytes[start]) else { return nil }
        while place < bytes.count, isNameByte(bytes[place]) { place += 1 }
        return start..<place
    }

    static func isName(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        var place = range.lowerBound
        return name(bytes, &place) != nil && place >= range.upperBound
    }

    @inline(__always) static func isSame(_ bytes: Span<UInt8>, _ left: Range<Int>, _ right: Range<Int>) -> Bool {
        guard left.count == right.count else { return false }
        for index in 0..<left.count where bytes[left.lowerBound + index] != bytes[right.lowerBound + index] {
            return false
        }
        return true
    }

    @inline(__always) static func has(_ bytes: Span<UInt8>, _ text: StaticString, at position: Int) -> Bool {
        let count = text.utf8CodeUnitCount
        guard position + count <= bytes.count else { return false }
        for index in 0..<count where unsafe text.utf8Start[index] != bytes[position + index] { return false }
        return true
    }

    /// Returns the number of next bytes that are printable ASCII except `quote`, `<` and `&`; less near the end.
    @inline(__always)
    static func plainCount(_ bytes: Span<UInt8>, from start: Int, quote: UInt8) -> Int {
        var place = start
        while place + 8 <= bytes.count {
            let word = unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self)
            // The highest bit of each byte below 0x20, or not ASCII.
            let odd = (word &- 0x2020_2020_2020_2020) | word
            let found = odd | zeros(word, quote) | zeros(word, UInt8(ascii: "<")) | zeros(word, UInt8(ascii: "&"))
            let marks = found & 0x8080_8080_8080_8080
            if marks != 0 { return place - start + marks.trailingZeroBitCount / 8 }
            place += 8
        }
        return place - start
    }

    /// Sets the highest bit of the first byte that equals `byte`; bits of later bytes are meaningless.
    @inline(__always) private static func zeros(_ word: UInt64, _ byte: UInt8) -> UInt64 {
        let rest = word ^ (UInt64(byte) &* 0x0101_0101_0101_0101)
        return (rest &- 0x0101_0101_0101_0101) & ~rest
    }

    /// Returns the position of the first `&` in a range; its end if there is none.
    @inline(__always) static func ampersand(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int {
        var place = range.lowerBound
        while place + 8 <= range.upperBound {
            let word = unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self)
            if zeros(word, UInt8(ascii: "&")) & 0x8080_8080_8080_8080 != 0 { break }
            place += 8
        }
        while place < range.upperBound, bytes[place] != UInt8(ascii: "&") { place += 1 }
        return place
    }

    /// Whether bytes are UTF-8 without U+FFFE and U+FFFF, which XML forbids; control characters are not checked.
    static func isText(_ bytes: Span<UInt8>) -> Bool {
        do { _ = try UTF8Span(validating: bytes) } catch { return false }
        // U+FFFE and U+FFFF are not characters.
        for index in 0..<max(0, bytes.count - 2) where bytes[index] == 0xEF {
            if bytes[index + 1] == 0xBF, bytes[index + 2] >= 0xBE { return false }
        }
        return true
    }

    /// Returns the character of a predefined entity at a position, and the length of the reference.
    @inline(__always)
    static func predefined(_ bytes: Span<UInt8>, at place: Int) -> (character: UInt8, count: Int)? {
        if has(bytes, "&lt;", at: place) { return (UInt8(ascii: "<"), 4) }
        if has(bytes, "&gt;", at: place) { return (UInt8(ascii: ">"), 4) }
        if has(bytes, "&amp;", at: place) { return (UInt8(ascii: "&"), 5) }
        if has(bytes, "&quot;", at: place) { return (UInt8(ascii: "\""), 6) }
        return has(bytes, "&apos;", at: place) ? (UInt8(ascii: "'"), 6) : nil
    }

    /// Whether a predefined entity or a character reference begins at a position.
    static func isReference(_ bytes: Span<UInt8>, at place: Int) -> Bool {
        if predefined(bytes, at: place) != nil { return true }
        guard has(bytes, "&#", at: place) else { return false }
        let isHexadecimal = has(bytes, "&#x", at: place)
        let start = place + (isHexadecimal ? 3 : 2)
        // The longest are `&#1114111;` and `&#x10FFFF;`.
        var (end, digits) = (start, "")
        while end < bytes.count, end < start + 8, bytes[end] != UInt8(ascii: ";") {
            digits.unicodeScalars.append(Unicode.Scalar(bytes[end]))
            end += 1
        }
        guard end < bytes.count, bytes[end] == UInt8(ascii: ";"), digits.first != "+",
            let number = UInt32(digits, radix: isHexadecimal ? 16 : 10), Unicode.Scalar(number) != nil
        else { return false }
        // XML forbids the other control characters, U+FFFE and U+FFFF.
        return number >= 0x20 ? number & 0xFFFE != 0xFFFE : [9, 10, 13].contains(number)
    }
}

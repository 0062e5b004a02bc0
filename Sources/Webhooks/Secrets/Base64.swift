/// Base64 in its standard alphabet, with padding (RFC 4648, section 4).
package enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    package static func text(_ bytes: some Collection<UInt8>) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var word = 0
        for (index, byte) in bytes.enumerated() {
            word = word << 8 | Int(byte)
            guard index % 3 == 2 else { continue }
            for shift in [18, 12, 6, 0] { text.append(alphabet[word >> shift & 63]) }
        }
        switch bytes.count % 3 {
        case 1:
            text += [alphabet[word >> 2 & 63], alphabet[word << 4 & 63], UInt8(ascii: "="), UInt8(ascii: "=")]
        case 2:
            text += [alphabet[word >> 10 & 63], alphabet[word >> 4 & 63], alphabet[word << 2 & 63], UInt8(ascii: "=")]
        default: break
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Decodes a text; nil if it has another character, or no padding where it needs some.
    ///
    /// Bits behind the last byte are ignored, as most decoders do.
    package static func bytes(_ text: some Collection<UInt8>) -> [UInt8]? {
        guard text.count.isMultiple(of: 4) else { return nil }
        let padding = text.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3)
        var word = 0
        for (index, character) in text.dropLast(padding).enumerated() {
            guard let value = value(character) else { return nil }
            word = (word << 6 | value) & 0xfff
            if index % 4 > 0 { bytes.append(UInt8(truncatingIfNeeded: word >> (6 - 2 * (index % 4)))) }
        }
        return bytes
    }

    private static func value(_ character: UInt8) -> Int? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(character - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(character - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(character - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}

import CCrypto

/// Base64 in its standard alphabet, with padding (RFC 4648, section 4).
package enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Encodes fewer than 2³¹ bytes.
    package static func text(_ bytes: some Collection<UInt8>) -> String {
        let input = Array(bytes)
        // The library ends the text with a zero byte.
        var text = [UInt8](repeating: 0, count: (input.count + 2) / 3 * 4 + 1)
        let count = unsafe EVP_EncodeBlock(&text, input, Int32(clamping: input.count))
        return String(decoding: text.prefix(Int(count)), as: UTF8.self)
    }

    /// Decodes a text; nil if it has a character outside of the alphabet, or lacks padding.
    ///
    /// Bits after the last byte are ignored, as in most decoders.
    package static func bytes(_ text: some Collection<UInt8>) -> [UInt8]? {
        guard text.count.isMultiple(of: 4) else { return nil }
        let padding = text.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3)
        var word = 0
        for (index, character) in text.dropLast(padding).enumerated() {
            guard let value = alphabet.firstIndex(of: character) else { return nil }
            word = (word << 6 | value) & 0xfff
            if index % 4 > 0 { bytes.append(UInt8(truncatingIfNeeded: word >> (6 - 2 * (index % 4)))) }
        }
        return bytes
    }

    /// Decodes base64url, as JWTs use it: with `-` and `_` in the alphabet, and without padding.
    package static func bytes(ofURL text: some Collection<UInt8>) -> [UInt8]? {
        let standard = text.map { byte in
            switch byte {
            case UInt8(ascii: "-"): UInt8(ascii: "+")
            case UInt8(ascii: "_"): UInt8(ascii: "/")
            default: byte
            }
        }
        return bytes(standard + [UInt8](repeating: UInt8(ascii: "="), count: (4 - standard.count % 4) % 4))
    }
}

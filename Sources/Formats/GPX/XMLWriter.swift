/// A growing buffer for XML.
struct XMLWriter {
    private(set) var bytes: [UInt8] = []

    mutating func raw(_ markup: StaticString) {
        unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: markup.utf8Start, count: markup.utf8CodeUnitCount))
    }

    /// Appends a text with markup characters escaped, and without characters that XML cannot contain.
    mutating func text(_ text: String) {
        for scalar in text.unicodeScalars where Self.isAllowed(scalar) {
            switch scalar {
            case "&": raw("&amp;")
            case "<": raw("&lt;")
            case ">": raw("&gt;")
            case "\"": raw("&quot;")
            default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
    }

    /// Whether XML 1.0 allows a character.
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x9, 0xA, 0xD: true
        case 0..<0x20, 0xFFFE, 0xFFFF: false
        default: true
        }
    }

    /// Appends a number without exponent, rounded to nine decimals.
    ///
    /// The magnitude must be below 10^9.
    mutating func decimal(_ number: Double) {
        let billionths = Int64((number * 1e9).rounded())
        if billionths < 0 { raw("-") }
        bytes += String(billionths.magnitude / 1_000_000_000).utf8
        var digits = String(billionths.magnitude % 1_000_000_000 + 1_000_000_000).utf8.dropFirst()
        while digits.last == UInt8(ascii: "0") { digits = digits.dropLast() }
        if !digits.isEmpty {
            raw(".")
            bytes += digits
        }
    }

    mutating func integer(_ number: Int) { bytes += String(number).utf8 }

    mutating func raw(_ text: [UInt8]) { bytes += text }
}

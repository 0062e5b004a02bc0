/// The header that carries a distributed trace (W3C Trace Context): `00-<trace id>-<parent id>-<flags>`.
package enum TraceParent {
    /// The length of a header without extensions after the flags.
    package static let count = 55
    /// The positions of the hyphens.
    private static let hyphens = [2, 35, 52]

    /// Whether a header may be copied to outputs; malformed headers could make outputs arbitrarily long.
    ///
    /// Digits must be lower case, the version must not be `ff`, and neither id may be all zeros.
    package static func isWellFormed(_ bytes: [UInt8]) -> Bool {
        guard bytes.count == count else { return false }
        for (place, byte) in bytes.enumerated() {
            guard hyphens.contains(place) ? byte == UInt8(ascii: "-") : isDigit(byte) else { return false }
        }
        let zero = UInt8(ascii: "0")
        return bytes[0..<2] != [UInt8(ascii: "f"), UInt8(ascii: "f")] && bytes[3..<35].contains { $0 != zero }
            && bytes[36..<52].contains { $0 != zero }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte
    }
}

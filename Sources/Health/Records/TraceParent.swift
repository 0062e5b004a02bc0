/// The header by which a trace goes from service to service (W3C Trace Context): `00-<trace id>-<parent id>-<flags>`.
package enum TraceParent {
    /// The length of a header of the versions that are known to have nothing after the flags.
    package static let count = 55
    /// Where the hyphens stand.
    private static let hyphens = [2, 35, 52]

    /// Whether the bytes can be carried on: anything else would make outputs as long as whoever sends it likes.
    ///
    /// Digits are lower-case, the version is not `ff`, and neither id is all zeros.
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

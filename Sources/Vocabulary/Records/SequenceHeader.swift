/// The header with the first sequence number of a job that is sent again.
package enum SequenceHeader {
    package static let name = "fork-sequence"
    private static let digitsMax = 18

    /// Parses the header's value; nil if the value is malformed, as if the header were missing.
    package static func sequence(_ bytes: [UInt8]) -> Int64? {
        guard (1...digitsMax).contains(bytes.count), bytes.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
        else { return nil }
        return bytes.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
    }
}

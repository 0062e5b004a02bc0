/// The number of times a record was redriven, carried in the header `fork-redrive`.
///
/// Dead letters repeat the header, so that a record that always fails is not redriven forever.
package struct RedriveCount: Hashable, Sendable {
    /// The name of the header, on redriven records and on the dead letters that result from them.
    package static let header = "fork-redrive"
    private static let digitsMax = 9

    /// At least 1: the first redrive has the number 1.
    package let number: Int

    /// Creates the count for the next redrive.
    ///
    /// `before` is nil for a record that was never redriven.
    package init(after before: RedriveCount?) { number = min((before?.number ?? 0) + 1, 999_999_999) }

    /// Parses the header's value; nil if the value is malformed, as if the header were missing.
    package init?(_ bytes: [UInt8]) {
        guard (1...Self.digitsMax).contains(bytes.count), bytes[0] != UInt8(ascii: "0"),
            bytes.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
        else { return nil }
        number = bytes.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    package var text: String { String(number) }
}

/// The header with the timestamp of the record that was first refused, on redriven records and their dead letters.
package enum OriginalTimestamp {
    /// The name of the header, on redriven records and on the dead letters that result from them.
    package static let header = "fork-original-timestamp"
    private static let digitsMax = 18

    /// Parses the header's value, in milliseconds since 1970; nil if it is malformed.
    package static func milliseconds(_ bytes: [UInt8]) -> Int64? {
        guard (1...digitsMax).contains(bytes.count), bytes.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
        else { return nil }
        return bytes.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
    }
}

/// How often what a record holds was refused and sent through again: the header by which a letter that comes of a redriven
/// record says so, so that what never gets better does not go round for ever.
package struct RedriveCount: Hashable, Sendable {
    /// The header's name, on redriven records and on the letters that come of them.
    package static let header = "fork-redrive"
    private static let digitsMax = 9

    /// From 1, for the first time that it was sent again.
    package let number: Int

    /// The count of what was never redriven is nil, and this the one after it.
    package init(after before: RedriveCount?) { number = min((before?.number ?? 0) + 1, 999_999_999) }

    /// Reads the header's value; nil when it is malformed, as it is nobody's word then.
    package init?(_ bytes: [UInt8]) {
        guard (1...Self.digitsMax).contains(bytes.count), bytes[0] != UInt8(ascii: "0"),
            bytes.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
        else { return nil }
        number = bytes.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    package var text: String { String(number) }
}

/// When the record was written that was first refused: the header of redriven records, and of the letters that come of them.
package enum OriginalTimestamp {
    /// Stands on redriven records and on the letters that come of them.
    package static let header = "fork-original-timestamp"
    private static let digitsMax = 18

    /// Reads the header's value, in milliseconds since 1970; nil when it is malformed.
    package static func milliseconds(_ bytes: [UInt8]) -> Int64? {
        guard (1...digitsMax).contains(bytes.count), bytes.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
        else { return nil }
        return bytes.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
    }
}

/// The origins that the segments of one UTC day name by number.
///
/// Kept once for all of them: most are of the same watch and phone, and a source and a device take as many bytes as twenty
/// samples.
struct DayOrigins {
    /// The length of what the state has of them, nil when it has nothing.
    let heldBytes: Int?
    /// How many the state has.
    private let heldCount: Int
    /// Those that samples are named with, this commit's included.
    var list: OriginList

    /// The origins as the state has them.
    init(_ list: OriginList, heldBytes: Int? = nil) {
        self.list = list
        self.heldBytes = heldBytes
        heldCount = list.origins.count
    }

    /// Whether samples of this commit have brought origins that the state does not have.
    var hasNew: Bool { list.origins.count > heldCount }
}

extension StateKey {
    private static let originsStream: UInt8 = 0xFF

    /// Where the origins of a day's segments are kept: beside these, so that they are read together.
    package static func origins(day: Int32) -> StateKey {
        StateKey(head: StateKey(.segment, day: day).head | UInt64(originsStream) << 16)
    }

    /// Whether origins are kept here, no samples.
    package var isOrigins: Bool { kind == .segment && stream == Self.originsStream }
}

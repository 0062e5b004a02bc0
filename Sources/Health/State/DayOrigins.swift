package import Vocabulary

/// The origins that the segments of one UTC day refer to by number.
///
/// Origins are stored once for all segments of the day, because most samples come from the same watch and phone. One
/// origin (source and device) needs as many bytes as twenty samples.
struct DayOrigins {
    /// The length of the stored value; nil if there is none.
    let heldBytes: Int?
    /// The number of stored origins.
    private let heldCount: Int
    /// The origins, including those that this commit added.
    var list: OriginList

    init(_ list: OriginList, heldBytes: Int? = nil) {
        self.list = list
        self.heldBytes = heldBytes
        heldCount = list.origins.count
    }

    /// Whether this commit added origins.
    var hasNew: Bool { list.origins.count > heldCount }
}

extension StateKey {
    private static let originsStream: UInt8 = 0xFF

    /// Returns the state key of a day's origins.
    ///
    /// The list is stored next to the day's segments, so that both are read together.
    package static func origins(day: Int32) -> StateKey {
        StateKey(head: StateKey(.segment, day: day).head | UInt64(originsStream) << 16)
    }

    /// Whether the value at this state key is a list of origins, not a segment.
    package var isOrigins: Bool { kind == .segment && stream == Self.originsStream }
}

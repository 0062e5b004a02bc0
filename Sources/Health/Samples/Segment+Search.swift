package import Vocabulary

/// Finds ids in packed segments without decoding the samples, because a deletion may search a connection's whole
/// history.
extension Segment {
    /// Whether a packed segment may contain any of the ids.
    ///
    /// Always true if the segment contains one, or if it cannot be read.
    package static func hasAny(of ids: SoughtIDs, in bytes: RawSpan) -> Bool {
        var unpacker = Unpacker(Span(_bytes: bytes))
        guard let count = skipToIDs(&unpacker) else { return true }
        var place = unpacker.place
        unpacker.skip(16 * count)
        if unpacker.isBroken { return true }
        for _ in 0..<count {
            if ids.contains(unsafe UUID128(hi: unpacker.word(at: place), lo: unpacker.word(at: place &+ 8))) {
                return true
            }
            place &+= 16
        }
        return false
    }

    /// Calls `body` for each id in a packed segment.
    ///
    /// Returns false if the bytes cannot be read.
    @inline(__always) package static func eachID(in bytes: RawSpan, _ body: (UUID128) -> Void) -> Bool {
        var unpacker = Unpacker(Span(_bytes: bytes))
        guard let count = skipToIDs(&unpacker) else { return false }
        for _ in 0..<count { body(unpacker.id()) }
        return !unpacker.isBroken
    }

    /// Skips what precedes the ids of a packed segment, and returns the number of ids; nil if the format is unknown.
    static func skipToIDs(_ unpacker: inout Unpacker) -> Int? {
        switch unpacker.byte() {
        case format: break
        case formatAlone: for _ in 0..<unpacker.count() { _ = unpacker.range() }
        default: return nil
        }
        ClaimList.skip(&unpacker)
        return unpacker.count(bytesEach: 17)
    }
}

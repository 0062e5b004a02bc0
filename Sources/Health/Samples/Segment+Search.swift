import Glibc
package import Vocabulary

/// Finds ids in packed segments without decoding the samples, because a deletion may search a connection's whole
/// history.
extension Segment {
    /// The maximum number of ids that are searched for as bytes.
    ///
    /// If there are more, the ids of all samples are compared.
    private static let soughtMax = 3

    /// Whether a packed segment may contain any of the ids.
    ///
    /// Always true if the segment contains one, or if it cannot be read.
    package static func hasAny(of ids: Set<UUID128>, in bytes: RawSpan) -> Bool {
        if ids.count > soughtMax { return hasRow(of: ids, bytes) }
        return unsafe bytes.withUnsafeBytes { bytes in
            if unsafe bytes.first != format && bytes.first != formatAlone { return true }
            return ids.contains { unsafe has($0, bytes) }
        }
    }

    /// Whether the bytes of an id occur anywhere in the segment.
    private static func has(_ id: UUID128, _ bytes: UnsafeRawBufferPointer) -> Bool {
        guard var from = bytes.baseAddress else { return false }
        let first = Int32(UInt8(truncatingIfNeeded: id.hi))
        let end = unsafe from + bytes.count
        while unsafe end - from >= 16, let found = unsafe memchr(from, first, end - from - 15) {
            let hi = unsafe UInt64(littleEndian: found.loadUnaligned(as: UInt64.self))
            let lo = unsafe UInt64(littleEndian: found.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            if hi == id.hi, lo == id.lo { return true }
            unsafe from = UnsafeRawPointer(found + 1)
        }
        return false
    }

    private static func hasRow(of ids: Set<UUID128>, _ bytes: RawSpan) -> Bool {
        var isFound = false
        return !eachID(in: bytes) { isFound = isFound || ids.contains($0) } || isFound
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

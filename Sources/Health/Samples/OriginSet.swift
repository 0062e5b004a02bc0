/// A set of origins by pool index.
///
/// The first 64 origins are bits, because most connections have only a few.
package struct OriginSet: Equatable {
    private var low: UInt64 = 0
    /// The origins from index 64 on.
    private var high: Set<Int32> = []

    package init() {}

    /// Adds an origin; returns false if the set already had it.
    @discardableResult
    package mutating func insert(_ origin: Int32) -> Bool {
        if origin >= 64 { return high.insert(origin).inserted }
        let bit: UInt64 = 1 << UInt64(origin)
        defer { low |= bit }
        return low & bit == 0
    }

    package mutating func formUnion(_ other: OriginSet) {
        low |= other.low
        if !other.high.isEmpty { high.formUnion(other.high) }
    }

    package var sorted: [Int32] {
        var origins: [Int32] = []
        origins.reserveCapacity(low.nonzeroBitCount)
        var rest = low
        while rest != 0 {
            origins.append(Int32(rest.trailingZeroBitCount))
            rest &= rest &- 1
        }
        return high.isEmpty ? origins : origins + high.sorted()
    }
}

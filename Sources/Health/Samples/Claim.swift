import Vocabulary

/// The zone that an upload gives to samples without a zone of their own.
///
/// Each accepted copy of a sample claims a zone, and the best claim counts. So history that a device sends again from
/// elsewhere stays on its days, and the order in which uploads arrive does not matter.
package struct Claim: Equatable {
    /// Where the zone comes from; the lesser number is better.
    package enum Rank: UInt8 {
        /// The upload names the zone.
        case named = 1
        /// The settings of the connection give the zone.
        case settings = 2
        /// Nothing gives a zone, so it is UTC.
        case none = 3
    }

    package let rank: Rank
    /// The `collected_at` of the upload.
    package let collectedAt: Double
    /// The number of the zone in the pool.
    let zone: Int32
}

/// The claims that packed samples refer to by number, in the segment's own list.
///
/// The list holds for each claim its rank, `collected_at` and zone, which is left out if it is that of the claim before.
struct ClaimList {
    /// The pool indices of the claims of a decoded segment, which lie side by side.
    private var decoded: Range<Int32> = 0..<0
    /// The pool indices of further claims, ascending.
    private var added: [Int32] = []

    init() {}

    /// Adds the claims of samples.
    mutating func add(_ rows: ArraySlice<Sample>) {
        var last: Int32 = -1
        for row in rows where row.claim != last {
            last = row.claim
            if last >= 0, !decoded.contains(last), added.last != last { added.append(last) }
        }
        if added.count < 2 { return }
        added.sort()
        var count = 1
        for index in 1..<added.count where added[index] != added[count - 1] {
            added[count] = added[index]
            count += 1
        }
        added.removeLast(added.count - count)
    }

    /// Returns the number of a claim of the list; 0 for a sample without a claim.
    func number(of claim: Int32) -> UInt64 {
        if claim < 0 { return 0 }
        if decoded.contains(claim) { return UInt64(claim - decoded.lowerBound) }
        return UInt64(decoded.count + added.partitioningIndex { $0 >= claim })
    }

    /// The pool index of the first claim of a decoded segment; −1 if its samples have no claims.
    var first: Int32 { decoded.isEmpty ? -1 : decoded.lowerBound }

    /// The number of claims of a decoded segment, at least one.
    var count: Int32 { max(1, Int32(decoded.count)) }

    /// A bit beside the rank: the zone is that of the claim before.
    private static let sameZone: UInt8 = 0x80

    func pack(into packer: inout Packer, _ pool: Pool) {
        packer.count(decoded.count + added.count)
        var zone: Int32 = -1
        for place in 0..<decoded.count + added.count {
            let index = place < decoded.count ? decoded.lowerBound + Int32(place) : added[place - decoded.count]
            let claim = pool.claims[Int(index)]
            packer.byte(claim.rank.rawValue | (claim.zone == zone ? Self.sameZone : 0))
            packer.double(claim.collectedAt)
            if claim.zone != zone { packer.string(pool.zoneName(numbered: claim.zone)) }
            zone = claim.zone
        }
    }

    /// Decodes a list; nil if the bytes are damaged.
    ///
    /// A zone that is unknown on this machine becomes UTC.
    init?(from unpacker: inout Unpacker, pool: inout Pool) {
        let first = Int32(pool.claims.count)
        var zone: Int32 = -1
        for _ in 0..<unpacker.count(bytesEach: 9) {
            let head = unpacker.byte()
            let collectedAt = unpacker.double()
            if head & Self.sameZone == 0 { zone = pool.number(ofZoneNamed: unpacker.span()) }
            guard let rank = Claim.Rank(rawValue: head & ~Self.sameZone), zone >= 0, Instant.isDate(collectedAt) else {
                return nil
            }
            pool.add(Claim(rank: rank, collectedAt: collectedAt, zone: zone))
        }
        decoded = first..<Int32(pool.claims.count)
    }

    /// Skips a list without reading it.
    static func skip(_ unpacker: inout Unpacker) {
        for _ in 0..<unpacker.count(bytesEach: 9) {
            let head = unpacker.byte()
            unpacker.skip(8)
            if head & sameZone == 0 { _ = unpacker.range() }
        }
    }
}

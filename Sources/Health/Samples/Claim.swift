package import Vocabulary

/// The zone that an upload gives to samples without a zone of their own.
///
/// Each accepted copy of a sample claims a zone, and the best claim counts. So history that a device sends again from
/// elsewhere stays on its days, and the order in which uploads arrive does not matter.
package struct Claim {
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
    package let zone: Zone

    package init(_ rank: Rank, collectedAt: Double, zone: Zone) {
        self.rank = rank
        self.collectedAt = collectedAt
        self.zone = zone
    }

    /// Whether the claim counts before another one: by its rank, then by the earlier upload, then by the zone's name.
    func isBetter(than other: Claim) -> Bool {
        if rank != other.rank { return rank.rawValue < other.rank.rawValue }
        if collectedAt != other.collectedAt { return collectedAt < other.collectedAt }
        return zone !== other.zone && zone.name < other.zone.name
    }

    /// Whether two claims are equal.
    func isSame(as other: Claim) -> Bool {
        rank == other.rank && collectedAt == other.collectedAt && (zone === other.zone || zone.name == other.zone.name)
    }
}

/// The claims that packed samples refer to by number, in the segment's own list.
struct ClaimList {
    private var numbering = Numbering()

    init() {}

    /// Returns the number of a claim, and adds it to the list if it is new; 0 for a sample without a claim.
    mutating func number(of claim: Int32) -> UInt64 { claim < 0 ? 0 : numbering.number(of: claim) }

    /// Returns the pool index of the claim with a number; −1 if the list is empty, nil if there is no such number.
    func claim(_ number: Int32) -> Int32? {
        if numbering.indices.isEmpty { return number == 0 ? -1 : nil }
        return number < numbering.indices.count ? numbering.indices[Int(number)] : nil
    }

    /// Writes the claims; a zone is written only if it differs from that of the claim before.
    func pack(into packer: inout Packer, _ pool: Pool) {
        packer.count(numbering.indices.count)
        var zone: Zone?
        for index in numbering.indices {
            let claim = pool.claims[Int(index)]
            packer.byte(claim.rank.rawValue)
            packer.double(claim.collectedAt)
            packer.string(claim.zone === zone ? [] : Array(claim.zone.name.utf8))
            zone = claim.zone
        }
    }

    /// Decodes a list; nil if the bytes are damaged.
    ///
    /// A zone that is unknown on this machine becomes UTC.
    init?(from unpacker: inout Unpacker, pool: inout Pool) {
        var zone: Zone?
        for _ in 0..<unpacker.count(bytesEach: 10) {
            let rank = Claim.Rank(rawValue: unpacker.byte())
            let collectedAt = unpacker.double()
            let name = unpacker.span()
            if !name.isEmpty { zone = unsafe name.bytes.withUnsafeBytes { unsafe pool.zones.zone($0) } ?? .utc }
            guard let rank, let zone, Instant.isDate(collectedAt) else { return nil }
            // Equal claims may have several numbers, because the pool compares only the newest ones.
            numbering.append(pool.intern(Claim(rank, collectedAt: collectedAt, zone: zone)))
        }
    }

    /// Skips a list without reading it.
    static func skip(_ unpacker: inout Unpacker) {
        for _ in 0..<unpacker.count(bytesEach: 10) {
            _ = unpacker.byte()
            _ = unpacker.word()
            _ = unpacker.span()
        }
    }
}

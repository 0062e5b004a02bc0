import Vocabulary

/// The packed form of a segment.
///
/// ```
/// version  1 byte
/// origins  only in a segment with its own list (`formatAlone`)
/// claims   `ClaimList`
/// count    number of samples
/// ids      16 bytes each, which can be searched without decoding the samples
/// samples  each: flags (`SampleCode`), then the fields that the flags name
/// ```
///
/// Origins are numbers in a list. The list belongs to the segment's UTC day, or to the segment itself. Claims are numbers
/// in the segment's own list.
extension Segment {
    /// The first byte of a segment that uses its day's list of origins.
    static let format = StateFormat.segment.version
    /// The first byte of a segment with its own list of origins.
    static let formatAlone = StateFormat.segmentAlone.version

    /// Encodes the samples with a shared list of origins, and adds new origins to the list.
    package func packed(_ pool: Pool, naming list: inout OriginList) -> [UInt8] {
        let kept = unchanged
        let new = rows[(kept?.count ?? 0)...]
        var claims = kept?.claims ?? ClaimList()
        claims.add(new)
        var packer = Packer()
        packer.bytes.reserveCapacity((kept?.bytes.count ?? 0) + new.count * 34 + 64 + SampleContext.bytesMax)
        packer.byte(Self.format)
        claims.pack(into: &packer, pool)
        packer.count(rows.count)
        if let kept { packer.bytes += kept.bytes[kept.ids] }
        Self.packIDs(new, into: &packer)
        if let kept { packer.bytes += kept.bytes[kept.ids.upperBound...] }
        Self.pack(new, against: kept?.context ?? SampleContext(), into: &packer, pool, &list, claims)
        return packer.bytes
    }

    /// Encodes the samples with their own list of origins.
    package func packed(_ pool: Pool) -> [UInt8] {
        var list = OriginList()
        var claims = ClaimList()
        claims.add(rows[...])
        for row in rows { _ = list.number(of: row.origin) }
        var packer = Packer()
        packer.bytes.reserveCapacity(rows.count * 34 + list.origins.count * 512 + 16 + SampleContext.bytesMax)
        packer.byte(Self.formatAlone)
        list.pack(into: &packer, pool)
        claims.pack(into: &packer, pool)
        packer.count(rows.count)
        Self.packIDs(rows[...], into: &packer)
        Self.pack(rows[...], against: SampleContext(), into: &packer, pool, &list, claims)
        return packer.bytes
    }

    private static func packIDs(_ rows: ArraySlice<Sample>, into packer: inout Packer) {
        packer.write(upTo: 16 * rows.count) { bytes in
            for row in rows {
                bytes.word(row.id.hi)
                bytes.word(row.id.lo)
            }
        }
    }

    private static func pack(
        _ rows: ArraySlice<Sample>,
        against context: SampleContext,
        into packer: inout Packer,
        _ pool: Pool,
        _ list: inout OriginList,
        _ claims: ClaimList
    ) {
        var context = context
        var last: (claim: Int32, number: UInt64) = (-1, 0)
        for row in rows {
            let position = list.number(of: row.origin)
            if row.claim != last.claim { last = (row.claim, claims.number(of: row.claim)) }
            let claim = last.number
            packer.write(upTo: SampleContext.bytesMax) {
                context.pack(row, position: position, claim: claim, into: &$0)
            }
            if row.extraCount > 0 { packer.string(pool.extra(row)) }
        }
    }

    /// The bytes from which the segment was decoded, if samples were only appended since; nil otherwise.
    private var unchanged: StoredBytes? {
        guard let stored, rows.count >= stored.count,
            rows[..<stored.count].allSatisfy({ $0.upload < 0 })
        else { return nil }
        return stored
    }

    /// Decodes a segment that uses a shared list of origins; nil if the bytes are damaged or have another version.
    package init?(_ bytes: [UInt8], naming list: OriginList, pool: inout Pool) {
        var unpacker = Unpacker(bytes)
        guard unpacker.byte() == Self.format,
            let read = read(&unpacker, origins: list.origins, &pool)
        else { return nil }
        stored = StoredBytes(
            bytes: bytes,
            ids: read.ids,
            count: rows.count,
            context: read.context,
            claims: read.claims
        )
    }

    /// Decodes a segment with its own list of origins; nil if the bytes are damaged or have another version.
    package init?(_ bytes: [UInt8], pool: inout Pool) {
        var unpacker = Unpacker(bytes)
        guard unpacker.byte() == Self.formatAlone,
            let list = OriginList(from: &unpacker, pool: &pool),
            read(&unpacker, origins: list.origins, &pool) != nil
        else { return nil }
    }

    /// Decodes the samples.
    ///
    /// - Returns: The range of the ids, and the context and claims for encoding samples after the last; nil if the bytes
    ///   are damaged.
    private mutating func read(
        _ unpacker: inout Unpacker,
        origins: [Int32],
        _ pool: inout Pool
    ) -> (ids: Range<Int>, context: SampleContext, claims: ClaimList)? {
        guard let claims = ClaimList(from: &unpacker, pool: &pool) else { return nil }
        let count = unpacker.count(bytesEach: 17)
        var place = unpacker.place
        let ids = place..<place + 16 * count
        unpacker.skip(16 * count)
        if unpacker.isBroken { return nil }
        let (firstClaim, claimCount) = (claims.first, claims.count)
        var context = SampleContext()
        // The position of the segment's bytes in the pool. They are copied once, and the samples' extras refer to them.
        var copied: Int?
        var flags: Sample.Flags = []
        // Reserves room for more samples, because samples are added to most loaded segments.
        rows.reserveCapacity(count + 16)
        for _ in 0..<count {
            let id = unsafe UUID128(hi: unpacker.word(at: place), lo: unpacker.word(at: place &+ 8))
            place &+= 16
            let code = SampleCode(rawValue: unpacker.byte())
            guard var row = context.read(code, id, from: &unpacker), Int(row.origin) < origins.count,
                row.claim < claimCount
            else { return nil }
            row.origin = origins[Int(row.origin)]
            row.claim &+= firstClaim
            flags.formUnion(row.flags)
            if code.contains(.extra) { pool.readExtra(of: &row, from: &unpacker, copiedTo: &copied) }
            rows.append(row)
        }
        hidesSome = !flags.isDisjoint(with: .hidden)
        return unpacker.isAtEnd && !unpacker.isBroken ? (ids, context, claims) : nil
    }

    /// Returns the source and device of each origin of a packed segment with its own list.
    package static func sourcesAndDevices(in bytes: ArraySlice<UInt8>) -> [(source: [UInt8], device: [UInt8])] {
        var unpacker = Unpacker(bytes)
        guard unpacker.byte() == formatAlone else { return [] }
        return (0..<unpacker.count()).map { _ in
            var origin = Unpacker(unpacker.span())
            return (origin.string(), origin.string())
        }
    }
}

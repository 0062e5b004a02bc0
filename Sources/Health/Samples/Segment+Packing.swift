/// The packed form: a byte for the format, the number of samples; of each sample a byte that says how the rest is written
/// (`SampleCode`), its id, then what that byte asks for. Origins are numbers in a list: that of the segment's day, or, where
/// a segment is kept by itself, one of its own, which then comes before the samples.
extension Segment {
    /// The version of the packed form, its first byte.
    static let format = StateFormat.segment.version
    /// The same of a segment with a list of its own.
    static let formatAlone = StateFormat.segmentAlone.version

    /// The bytes of the samples, whose origins are named as in the list; new ones are added to it.
    package func packed(_ pool: Pool, naming list: inout OriginList) -> [UInt8] {
        let kept = unchanged
        let new = rows[(kept?.count ?? 0)...]
        var packer = Packer()
        packer.bytes.reserveCapacity((kept?.bytes.count ?? 0) + new.count * 34 + 16 + SampleContext.bytesMax)
        packer.byte(Self.format)
        packer.count(rows.count)
        if let kept { packer.bytes += kept.bytes[kept.from...] }
        Self.pack(new, against: kept?.context ?? SampleContext(), into: &packer, pool, &list)
        return packer.bytes
    }

    /// The bytes of the samples with all that they need from the pool.
    package func packed(_ pool: Pool) -> [UInt8] {
        var list = OriginList()
        for row in rows { _ = list.number(of: row.origin) }
        var packer = Packer()
        packer.bytes.reserveCapacity(rows.count * 34 + list.origins.count * 512 + 16 + SampleContext.bytesMax)
        packer.byte(Self.formatAlone)
        list.pack(into: &packer, pool)
        packer.count(rows.count)
        Self.pack(rows[...], against: SampleContext(), into: &packer, pool, &list)
        return packer.bytes
    }

    private static func pack(
        _ rows: ArraySlice<Sample>,
        against context: SampleContext,
        into packer: inout Packer,
        _ pool: Pool,
        _ list: inout OriginList
    ) {
        var context = context
        for row in rows {
            let position = list.number(of: row.origin)
            packer.write(upTo: SampleContext.bytesMax) { context.pack(row, position: position, into: &$0) }
            if row.extraCount > 0 { packer.string(pool.extra(row)) }
        }
    }

    /// The bytes that it was read from, when all that was done since is that samples were added at the end.
    private var unchanged: StoredBytes? {
        guard let stored, rows.count >= stored.count,
            rows[..<stored.count].allSatisfy({ $0.upload < 0 })
        else { return nil }
        return stored
    }

    /// Reads the bytes of a segment whose origins are named as in the list; nil when they are broken or of another version.
    package init?(_ bytes: [UInt8], naming list: OriginList, pool: inout Pool) {
        var unpacker = Unpacker(bytes)
        guard unpacker.byte() == Self.format,
            let read = read(&unpacker, origins: list.origins, &pool)
        else { return nil }
        stored = StoredBytes(bytes: bytes, from: read.from, count: rows.count, context: read.context)
    }

    /// Reads the bytes of a segment with a list of its own; nil when they are broken or of another version.
    package init?(_ bytes: [UInt8], pool: inout Pool) {
        var unpacker = Unpacker(bytes)
        guard unpacker.byte() == Self.formatAlone,
            let list = OriginList(from: &unpacker, pool: &pool),
            read(&unpacker, origins: list.origins, &pool) != nil
        else { return nil }
    }

    /// Reads the number of samples and them; gives back where they begin, and what more would be written against.
    ///
    /// nil when the bytes are broken.
    private mutating func read(
        _ unpacker: inout Unpacker,
        origins: [Int32],
        _ pool: inout Pool
    ) -> (from: Int, context: SampleContext)? {
        let count = unpacker.count(bytesEach: 17)
        let from = unpacker.place
        var context = SampleContext()
        // Where the bytes lie in the pool, once there is an extra: all of them at once, and each extra where it stands.
        var copied: Int?
        // A few more than there are: mostly some come.
        rows.reserveCapacity(count + 16)
        for _ in 0..<count {
            let code = SampleCode(rawValue: unpacker.byte())
            guard var row = context.read(code, from: &unpacker), Int(row.origin) < origins.count else { return nil }
            row.origin = origins[Int(row.origin)]
            if code.contains(.extra) {
                let start = copied ?? pool.extras.count
                if copied == nil { unpacker.copyAll(to: &pool.extras) }
                copied = start
                let extra = unpacker.range()
                row.extraStart = start + extra.lowerBound
                row.extraCount = UInt32(clamping: extra.count)
            }
            rows.append(row)
        }
        return unpacker.isAtEnd && !unpacker.isBroken ? (from, context) : nil
    }

    /// The source and the device of each origin of a packed segment with a list of its own.
    package static func sourcesAndDevices(in bytes: ArraySlice<UInt8>) -> [(source: [UInt8], device: [UInt8])] {
        var unpacker = Unpacker(bytes)
        guard unpacker.byte() == formatAlone else { return [] }
        return (0..<unpacker.count()).map { _ in
            var origin = Unpacker(unpacker.span())
            return (origin.string(), origin.string())
        }
    }
}

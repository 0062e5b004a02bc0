/// The samples that are stored together: those of one stream that start in one bucket, in the order of their keys.
///
/// Packed, a segment is its own dictionary: the origins it uses, then the samples with small deltas for their times.
package struct Segment {
    /// The samples, ascending by key.
    package var rows: [Sample] = []

    /// A segment with nothing in it.
    package init() {}

    /// The version of the packed form, its first byte: a reader refuses what it does not know.
    private static let format: UInt8 = 1

    /// The bytes of the samples, with what they need from the pool.
    package func packed(_ pool: Pool) -> [UInt8] {
        var used: [Int32] = []
        var position = [Int](repeating: -1, count: pool.origins.count)
        for row in rows where position[Int(row.origin)] < 0 {
            position[Int(row.origin)] = used.count
            used.append(row.origin)
        }
        var packer = Packer()
        packer.byte(Self.format)
        packer.count(used.count)
        for origin in used { packer.string(pool.canonicals[Int(origin)]) }
        packer.count(rows.count)
        var last: UInt64 = 0
        for row in rows {
            packer.word(row.id.hi)
            packer.word(row.id.lo)
            // Neighbours begin close to each other, so that the difference of their bits is short.
            packer.signed(Int64(bitPattern: row.start.bitPattern &- last))
            last = row.start.bitPattern
            packer.unsigned(row.end.bitPattern ^ row.start.bitPattern)
            packer.unsigned(row.value.bitPattern.byteSwapped)
            packer.signed(row.version)
            packer.unsigned(UInt64(row.type))
            packer.count(position[Int(row.origin)])
            packer.byte(row.flags.rawValue)
            packer.string(pool.extra(row))
        }
        return packer.bytes
    }

    /// Reads a segment's bytes into the pool; nil when they are broken or of a later format.
    package init?(_ bytes: [UInt8], pool: inout Pool, zones: inout ZoneTable) {
        var unpacker = Unpacker(bytes)
        guard unpacker.byte() == Self.format else { return nil }
        var origins: [Int32] = []
        for _ in 0..<unpacker.count() {
            guard let origin = pool.intern(canonical: unpacker.slice(), zones: &zones) else { return nil }
            origins.append(origin)
        }
        let count = unpacker.count(bytesEach: 23)
        rows.reserveCapacity(count)
        var last: UInt64 = 0
        for _ in 0..<count {
            let id = UUID128(hi: unpacker.word(), lo: unpacker.word())
            last = last &+ UInt64(bitPattern: unpacker.signed())
            let start = Double(bitPattern: last)
            let end = Double(bitPattern: unpacker.unsigned() ^ last)
            let value = Double(bitPattern: unpacker.unsigned().byteSwapped)
            let version = unpacker.signed()
            let type = UInt16(truncatingIfNeeded: unpacker.unsigned())
            let origin = Int(clamping: unpacker.unsigned())
            let flags = Sample.Flags(rawValue: unpacker.byte())
            let extra = unpacker.slice()
            guard !unpacker.isBroken, origin < origins.count, Instant.isDate(start), Instant.isDate(end) else {
                return nil
            }
            rows.append(
                Sample(
                    id: id,
                    start: start,
                    end: end,
                    value: value,
                    startMilliseconds: Instant.milliseconds(start),
                    version: version,
                    origin: origins[origin],
                    extraStart: Int32(truncatingIfNeeded: pool.extras.count),
                    extraCount: Int32(truncatingIfNeeded: extra.count),
                    type: type,
                    flags: flags
                )
            )
            pool.extras.append(contentsOf: extra)
        }
        guard unpacker.isAtEnd else { return nil }
    }

    /// Whether a packed segment holds a sample with one of these ids, without reading more than it must.
    package static func hasAny(of ids: Set<UUID128>, in bytes: [UInt8]) -> Bool {
        var unpacker = Unpacker(bytes)
        guard unpacker.byte() == format else { return false }
        for _ in 0..<unpacker.count() { _ = unpacker.slice() }
        for _ in 0..<unpacker.count(bytesEach: 23) {
            if ids.contains(UUID128(hi: unpacker.word(), lo: unpacker.word())) { return true }
            for _ in 0..<6 { _ = unpacker.unsigned() }
            _ = unpacker.byte()
            _ = unpacker.slice()
        }
        return false
    }

    /// The source and the device of each origin of a packed segment.
    package static func sourcesAndDevices(in bytes: ArraySlice<UInt8>) -> [(source: [UInt8], device: [UInt8])] {
        var unpacker = Unpacker(bytes)
        guard unpacker.byte() == format else { return [] }
        return (0..<unpacker.count()).map { _ in
            var origin = Unpacker(unpacker.slice())
            return (origin.string(), origin.string())
        }
    }

    /// Adds a sample that is not held yet.
    package mutating func insert(_ sample: Sample) {
        let key = sample.key
        // Samples mostly come in their order.
        if let last = rows.last, key < last.key {
            rows.insert(sample, at: position(of: key).index)
        } else {
            rows.append(sample)
        }
    }

    /// Where a sample with this key is, or would be.
    package func position(of key: SampleKey) -> (index: Int, isHeld: Bool) {
        if let last = rows.last, last.key < key { return (rows.count, false) }
        var low = 0
        var high = rows.count
        while low < high {
            let middle = (low + high) / 2
            if rows[middle].key < key { low = middle + 1 } else { high = middle }
        }
        return (low, low < rows.count && rows[low].key == key)
    }
}

/// The packed form: a byte for the format, the origins, the number of samples; of each sample a byte that says how the
/// rest is written (`SampleCode`), its id, then what that byte asks for.
extension Segment {
    /// The version of the packed form, its first byte: a reader refuses what it does not know.
    static let format: UInt8 = 2

    /// The bytes of the samples, with what they need from the pool.
    package func packed(_ pool: Pool) -> [UInt8] {
        let kept = unchanged
        var used = kept?.origins ?? []
        var position = [Int32](repeating: -1, count: pool.origins.count)
        for (index, origin) in used.enumerated() { position[Int(origin)] = Int32(index) }
        let new = rows[(kept?.count ?? 0)...]
        for row in new where position[Int(row.origin)] < 0 {
            position[Int(row.origin)] = Int32(used.count)
            used.append(row.origin)
        }
        var packer = Packer()
        packer.bytes.reserveCapacity((kept?.bytes.count ?? 0) + new.count * 34 + used.count * 512 + 16)
        packer.byte(Self.format)
        packer.count(used.count)
        for origin in used { packer.string(pool.canonicals[Int(origin)]) }
        packer.count(rows.count)
        if let kept { packer.bytes += kept.bytes[kept.from...] }
        var context = kept?.context ?? SampleContext()
        ShortPacker.withBuffer { short in
            for row in new {
                context.pack(row, position: UInt64(position[Int(row.origin)]), into: &short)
                short.flush(into: &packer)
                if row.extraCount > 0 { packer.string(pool.extra(row)) }
            }
        }
        return packer.bytes
    }

    /// The bytes that it was read from, when all that was done since is that samples were added at the end.
    private var unchanged: StoredBytes? {
        guard let stored, rows.count >= stored.count,
            rows[..<stored.count].allSatisfy({ $0.upload < 0 })
        else { return nil }
        return stored
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
        let count = unpacker.count(bytesEach: 17)
        if unpacker.isBroken { return nil }
        let from = bytes.count - unpacker.rest.count
        let context = unsafe bytes.withUnsafeBytes { bytes in
            unsafe read(count, bytes, from: from, origins: origins, &pool)
        }
        guard let context else { return nil }
        stored = StoredBytes(bytes: bytes, from: from, count: count, origins: origins, context: context)
    }

    /// Reads the samples, and gives back what more would be written against; nil when their bytes are broken.
    private mutating func read(
        _ count: Int,
        _ bytes: UnsafeRawBufferPointer,
        from: Int,
        origins: [Int32],
        _ pool: inout Pool
    ) -> SampleContext? {
        var reader = unsafe ByteReader(bytes, from: from)
        var context = SampleContext()
        // A few more than there are: mostly some come.
        rows.reserveCapacity(count + 16)
        for _ in 0..<count {
            let code = SampleCode(rawValue: reader.byte())
            guard var row = context.read(code, from: &reader), Int(row.origin) < origins.count else { return nil }
            row.origin = origins[Int(row.origin)]
            if code.contains(.extra) {
                let extra = unsafe reader.string()
                row.extraStart = Int32(truncatingIfNeeded: pool.extras.count)
                row.extraCount = Int32(truncatingIfNeeded: extra.count)
                unsafe pool.extras.append(contentsOf: extra)
            }
            rows.append(row)
        }
        return reader.isAtEnd && !reader.isBroken ? context : nil
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
}

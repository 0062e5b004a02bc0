/// The packed form: a byte for the format, the origins, the number of samples; of each sample a byte that says how the
/// rest is written (`SampleCode`), its id, then what that byte asks for.
extension Segment {
    /// The version of the packed form, its first byte: a reader refuses what it does not know.
    private static let format: UInt8 = 2

    /// The bytes of the samples, with what they need from the pool.
    package func packed(_ pool: Pool) -> [UInt8] {
        var used: [Int32] = []
        var position = [Int](repeating: -1, count: pool.origins.count)
        for row in rows where position[Int(row.origin)] < 0 {
            position[Int(row.origin)] = used.count
            used.append(row.origin)
        }
        var packer = Packer()
        packer.bytes.reserveCapacity(rows.count * 34 + used.count * 512 + 16)
        packer.byte(Self.format)
        packer.count(used.count)
        for origin in used { packer.string(pool.canonicals[Int(origin)]) }
        packer.count(rows.count)
        var context = SampleContext()
        for row in rows {
            context.pack(row, position: UInt64(position[Int(row.origin)]), into: &packer)
            if row.extraCount > 0 { packer.string(pool.extra(row)) }
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
        let count = unpacker.count(bytesEach: 17)
        if unpacker.isBroken { return nil }
        let from = bytes.count - unpacker.rest.count
        let isWhole = unsafe bytes.withUnsafeBytes { bytes in
            unsafe read(count, bytes, from: from, origins: origins, &pool)
        }
        if !isWhole { return nil }
    }

    /// Reads the samples; false when their bytes are broken.
    private mutating func read(
        _ count: Int,
        _ bytes: UnsafeRawBufferPointer,
        from: Int,
        origins: [Int32],
        _ pool: inout Pool
    ) -> Bool {
        var reader = unsafe ByteReader(bytes, from: from)
        var context = SampleContext()
        // A few more than there are: mostly some come.
        rows.reserveCapacity(count + 16)
        for _ in 0..<count {
            let code = SampleCode(rawValue: reader.byte())
            guard var row = context.read(code, from: &reader), Int(row.origin) < origins.count else { return false }
            row.origin = origins[Int(row.origin)]
            if code.contains(.extra) {
                let extra = unsafe reader.string()
                row.extraStart = Int32(truncatingIfNeeded: pool.extras.count)
                row.extraCount = Int32(truncatingIfNeeded: extra.count)
                unsafe pool.extras.append(contentsOf: extra)
            }
            rows.append(row)
        }
        return reader.isAtEnd && !reader.isBroken
    }

    /// Whether a packed segment holds a sample with one of these ids, without reading more than it must.
    package static func hasAny(of ids: Set<UUID128>, in bytes: [UInt8]) -> Bool {
        var unpacker = Unpacker(bytes)
        guard unpacker.byte() == format else { return false }
        for _ in 0..<unpacker.count() { _ = unpacker.slice() }
        let count = unpacker.count(bytesEach: 17)
        let from = bytes.count - unpacker.rest.count
        return unsafe bytes.withUnsafeBytes { bytes in
            var reader = unsafe ByteReader(bytes, from: from)
            var context = SampleContext()
            for _ in 0..<count {
                let code = SampleCode(rawValue: reader.byte())
                guard let row = context.read(code, from: &reader) else { return false }
                if ids.contains(row.id) { return true }
                if code.contains(.extra) { _ = unsafe reader.string() }
            }
            return false
        }
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

import Health

/// A value of the state is refused, or read again from its own encoding it is the same.
enum Values {
    static func checkSegment(_ bytes: [UInt8]) throws(Fault) {
        _ = Segment.sourcesAndDevices(in: bytes[...])
        var pool = Pool()
        var zones = World.zones
        guard let segment = Segment(bytes, pool: &pool, zones: &zones) else { return }
        let packed = segment.packed(pool)
        var otherPool = Pool()
        guard let again = Segment(packed, pool: &otherPool, zones: &zones) else {
            throw Fault("a packed segment can't be read")
        }
        try expect(again.packed(otherPool) == packed, "a segment read back is another")
        try expect(again.rows.count == segment.rows.count, "a segment read back has other samples")
        guard let row = segment.rows.last else { return }
        try expect(unsafe Segment.hasAny(of: [row.id], in: packed.span.bytes), "a held sample is not found by its id")
        for row in segment.rows { _ = Extra(pool.extra(row)) }
    }

    /// The first byte says which value the rest is.
    static func check(_ bytes: [UInt8]) throws(Fault) {
        let rest = bytes.dropFirst()
        let value = Array(rest)
        var zones = World.zones
        switch (bytes.first ?? 0) % 8 {
        case 0:
            guard let header = Header(value) else { return }
            try same(header.packed) { Header($0)?.packed }
        case 1:
            let day = Place(.published, day: 1)
            guard let published = PublishedDocuments(value, at: day), let packed = published.packed else { return }
            try same(packed) { PublishedDocuments($0, at: day)?.packed }
        case 2:
            guard let directory = WorkoutDirectory(value) else { return }
            try same(directory.packed) { WorkoutDirectory($0)?.packed }
        case 3: try same(Extra(rest).packed) { Extra($0[...]).packed }
        case 4: try same(Workout(rest).packed) { Workout($0[...]).packed }
        case 5: try same(Location.pack(Location.unpack(rest))) { Location.pack(Location.unpack($0[...])) }
        case 6:
            guard let settings = ConnectionSettings(value) else { return }
            try same(settings.packed) { ConnectionSettings($0)?.packed }
        default:
            guard let origin = Origin(canonical: rest, zones: &zones) else { return }
            try same(origin.canonical) { Origin(canonical: $0[...], zones: &zones)?.canonical }
        }
    }

    private static func same(_ packed: [UInt8], _ again: ([UInt8]) -> [UInt8]?) throws(Fault) {
        try expect(again(packed) == packed, "a value read back is another")
    }
}

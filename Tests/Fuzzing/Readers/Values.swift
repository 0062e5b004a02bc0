import Health
import Vocabulary

/// A value of the state is refused, or read again from its own encoding it is the same.
enum Values {
    /// A segment with a list of origins of its own, or one that names those of a day.
    static func checkSegment(_ bytes: [UInt8], ofDay origins: [UInt8] = fewOrigins) throws(Fault) {
        _ = Segment.sourcesAndDevices(in: bytes[...])
        var pool = Pool(zones: World.zones)
        if let segment = Segment(bytes, pool: &pool) {
            let packed = segment.packed(pool)
            try check(segment, packed, pool)
            var otherPool = Pool(zones: World.zones)
            let again = Segment(packed, pool: &otherPool)
            try expect(again?.packed(otherPool) == packed, "a segment read back is another")
        }
        guard var list = OriginList(origins, pool: &pool) else {
            throw Fault("the origins of a day can't be read")
        }
        try expect(list.packed(pool) == origins, "a list of origins read back is another")
        guard let segment = Segment(bytes, naming: list, pool: &pool) else { return }
        let packed = segment.packed(pool, naming: &list)
        try check(segment, packed, pool)
        try expect(list.packed(pool) == origins, "a segment that was only read names other origins")
        let again = Segment(packed, naming: list, pool: &pool)
        try expect(again?.rows.map(\.key) == segment.rows.map(\.key), "a segment read back has other samples")
    }

    private static func check(_ segment: Segment, _ packed: [UInt8], _ pool: Pool) throws(Fault) {
        for row in segment.rows { _ = Extra(pool.extra(row)) }
        guard let row = segment.rows.last else { return }
        try expect(
            unsafe Segment.hasAny(of: SoughtIDs([row.id]), in: packed.span.bytes),
            "a held sample is not found by its id"
        )
    }

    /// The origins of a watch and a phone.
    static let fewOrigins: [UInt8] = {
        var list: [UInt8] = [2, 2]
        for name in ["watch", "phone"] {
            let name = Array(name.utf8)
            let origin = Origin(source: [], device: [], sourceKey: name, product: name, ownZone: .utc)
            list += [UInt8(origin.canonical.count)] + origin.canonical
        }
        return list
    }()

    /// The first byte says which value the rest is.
    static func check(_ bytes: [UInt8]) throws(Fault) {
        let rest = bytes.dropFirst()
        let value = Array(rest)
        switch (bytes.first ?? 0) % 9 {
        case 0:
            guard let header = ConnectionSummary(value) else { return }
            try same(header.packed) { ConnectionSummary($0)?.packed }
        case 1:
            let day = StateKey(.published, day: 1)
            guard let published = PublishedDocuments(value, at: day), let packed = published.packed else { return }
            try same(packed) { PublishedDocuments($0, at: day)?.packed }
        case 2:
            guard let list = WorkoutDay(value) else { return }
            try same(list.packed) { WorkoutDay($0)?.packed }
        case 3: try same(Extra(rest).packed) { Extra($0[...]).packed }
        case 4: try same(Workout(rest).packed) { Workout($0[...]).packed }
        case 5: try same(Location.pack(Location.unpack(rest))) { Location.pack(Location.unpack($0[...])) }
        case 6:
            guard let settings = ConnectionSettings(value) else { return }
            try same(settings.packed) { ConnectionSettings($0)?.packed }
        case 7:
            var pool = Pool(zones: World.zones)
            guard let list = OriginList(value, pool: &pool) else { return }
            try same(list.packed(pool)) { bytes in
                var pool = Pool(zones: World.zones)
                return OriginList(bytes, pool: &pool)?.packed(pool)
            }
        default:
            guard let origin = Origin(canonical: rest.span, zones: World.zones) else { return }
            try same(origin.canonical) { Origin(canonical: $0.span, zones: World.zones)?.canonical }
        }
    }

    private static func same(_ packed: [UInt8], _ again: ([UInt8]) -> [UInt8]?) throws(Fault) {
        try expect(again(packed) == packed, "a value read back is another")
    }
}

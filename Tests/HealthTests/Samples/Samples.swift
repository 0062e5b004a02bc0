import Health
import JSON
import Vocabulary

/// Samples for tests, with the pool that they need.
struct Samples {
    var pool = Pool(zones: ZoneTable { _ in nil })
    private var made: UInt64 = 0

    /// A source's origin in the pool.
    mutating func origin(_ key: String, product: String = "", zone: Zone? = .utc, device: String = "") -> Int32 {
        pool.intern(
            Origin(
                source: Array(#"{"bundleIdentifier":"\#(key)"}"#.utf8),
                device: Array(device.utf8),
                sourceKey: Array(key.utf8),
                product: Array(product.utf8),
                ownZone: zone
            )
        )
    }

    /// A sample with the next id.
    mutating func sample(
        _ type: SampleType,
        _ start: Double,
        _ end: Double,
        _ value: Double,
        from origin: Int32,
        flags: Sample.Flags = [],
        extra: Extra = Extra()
    ) throws -> Sample {
        made += 1
        var sample = try Self.plain.get()
        let packed = extra.packed
        sample.id = UUID128(hi: 0, lo: made)
        sample.start = start
        sample.end = end
        sample.value = value
        sample.origin = origin
        sample.extraStart = pool.extras.count
        sample.extraCount = UInt32(packed.count)
        sample.type = type.index
        sample.flags = flags
        pool.extras += packed
        return sample
    }

    /// The sample that the others are made from.
    private static let plain = Result {
        try read(#""type":"HKQuantityTypeIdentifierStepCount","value":1,"unit":"count""#).0
    }

    /// Reads a sample from the fields of its JSON, but for id and dates.
    static func read(_ fields: String) throws -> (Sample, Extra) {
        var pool = Pool(zones: ZoneTable { _ in nil })
        var parser = Parser()
        var units = UnitTable()
        let json = #"{"id":"00000000-0000-4000-8000-000000000000","start_date":0,"end_date":100,\#(fields)}"#
        let value = try parser.parse(Array(json.utf8))
        var reader = SampleReader(collectedAt: 0, claim: -1)
        let sample = try reader.read(value, pool: &pool, units: &units).sample
        return (sample, Extra(pool.extra(sample)))
    }

    /// Reads a workout from 0 to 100 from its own fields.
    static func workout(_ fields: String) throws -> Workout {
        let (_, extra) = try read(#""type":"HKWorkoutTypeIdentifier","workout_activity_type":37,\#(fields)"#)
        return Workout(extra.payload)
    }

    /// A type of the catalogue by the end of its identifier.
    static func type(_ name: String) throws -> SampleType {
        struct Unknown: Error { let name: String }
        guard let type = Catalogue.sampleTypes.first(where: { $0.identifier.hasSuffix("Identifier" + name) }) else {
            throw Unknown(name: name)
        }
        return type
    }
}

package import JSON
package import Vocabulary

/// Reads the samples of one upload into the pool of their connection.
///
/// For example, it turns
///
/// ```json
/// {"id": "0F6E…", "type": "HKQuantityTypeIdentifierHeartRate", "start_date": "2024-04-16T13:05:00Z",
///  "value": 61, "unit": "count/min", "source": {"name": "Watch"}}
/// ```
///
/// into a `Sample` with the value in the type's canonical unit and the pool index of its origin. Source, device,
/// metadata, unit and type are cached, because consecutive samples usually repeat them.
package struct SampleReader {
    /// The longest duration of a quantity, sleep or workout sample, in seconds: 40 days.
    private static let longest = 40 * Instant.day
    private let collectedAt: Double
    /// The pool index of the upload's claim; −1 for members of a correlation.
    private let claim: Int32
    private var zones = OwnZones()
    private var types = TypeReader()
    private var dates = DateReader()
    private var origins = OriginMemory()
    private var metadata = MetadataMemory()
    /// The numbers of recent zones in `zones`.
    private var zoneNames = RecentTexts<Int>()

    /// Creates a reader for one upload.
    ///
    /// `claim` is the pool index of the claim that gives a zone to samples without a zone of their own.
    package init(collectedAt: Double, claim: Int32) {
        self.collectedAt = collectedAt
        self.claim = claim
    }

    /// Reads a sample, or throws its refusal.
    ///
    /// All samples passed to one reader must come from the same document and go to the same pool.
    package mutating func read(
        _ value: Value,
        pool: inout Pool,
        units: inout UnitTable
    ) throws(Refusal) -> (sample: Sample, type: SampleType) {
        try SampleSize.check(value)
        let fields = try SampleFields(value)
        let id = try FieldReader.uuid(fields[.id], "id")
        let type = try types.read(fields[.type])
        let (start, end) = try bounds(fields, type)
        let known = try metadata.read(fields[.metadata], zones: &zones, pool: &pool, units: &units)
        let zone = try zone(fields[.zone], known, pool.zones)
        let origin = try origins.read(
            source: fields[.source],
            device: fields[.device],
            zone: zone,
            of: zones,
            pool: &pool
        )
        let version = try version(fields, known)
        var sample = Sample(
            id: id,
            start: start,
            end: end,
            value: 0,
            version: version.whole,
            origin: origin,
            claim: claim,
            extraStart: known.extraStart,
            extraCount: known.extraCount,
            type: type.index,
            flags: known.flags(type.kind)
        )
        if version.rest != 0 { sample.flags.insert(.hasVersionRest) }
        // A sample with its own version ignores the version in the metadata. The extra in the pool may contain the
        // remainder of the metadata's version, and lacks a version that only the sync identifier needs.
        let isAsInPool =
            fields[.version] == nil || known.syncVersion?.rest ?? 0 == 0 && known.syncIdentifierHash == nil
        if fields[.workout] == nil, fields[.count] == nil, isAsInPool, type.hasValue {
            // In the usual case, the extra contains only the metadata, which is already in the pool.
            switch type.kind {
            case .quantity: sample.value = try QuantityReader.read(fields[.value], fields[.unit], type, &units)
            case .motion: sample.value = try MotionReader.value(fields)
            default: sample.value = Double(try Self.category(fields[.value], type))
            }
            if type.kind != .category || sample.value.magnitude < CategoryCode.exactBelow {
                try SampleSize.check(sample, type, movable: 0, pool)
                return (sample, type)
            }
        }
        var extra = Extra()
        extra.metadata = metadata.json(known)[...]
        extra.versionRest = version.rest
        extra.identifierHash = known.identifierHash(type.kind)
        if known.syncIdentifierHash != nil, known.syncVersion ?? SampleVersion(0) != version {
            extra.syncVersion = known.syncVersion ?? SampleVersion(0)
        }
        if let workout = fields[.workout] {
            extra.workout = try FieldReader.uuid(workout, "workout_id")
            sample.flags.insert(.namesWorkout)
        }
        let movable = try payload(fields, type, &sample, &extra, pool.zones, &units)
        pool.store(extra, in: &sample)
        try SampleSize.check(sample, type, movable: movable, pool)
        return (sample, type)
    }

    /// Returns the number of the sample's own zone: the zone in its metadata, else that of its field, else 0.
    ///
    /// An unknown zone name in either place counts as missing.
    private mutating func zone(
        _ field: Value?,
        _ known: MetadataMemory.Entry,
        _ table: ZoneTable
    ) throws(Refusal) -> Int {
        guard let field else { return known.zone }
        guard let text = field.text else { throw .wrongType("time_zone", "a string") }
        if known.zone != 0 { return known.zone }
        if let index = zoneNames.meaning(of: field) { return index }
        let zone = unsafe text.withBytes { unsafe table.zone($0) }
        let index = zone.map { zones.number(of: $0) } ?? 0
        zoneNames.note(index, of: field)
        return index
    }

    /// Returns the sample's own version, or else the version in its metadata.
    private func version(_ fields: SampleFields, _ known: MetadataMemory.Entry) throws(Refusal) -> SampleVersion {
        if let own = try Self.integer(fields[.version], "version") { return SampleVersion(own) }
        return known.syncVersion ?? SampleVersion(0)
    }

    /// Clears cached references to content that the pool received after a mark.
    ///
    /// Must be called before the pool is rolled back to the mark.
    package mutating func forget(since mark: Pool.Mark) {
        origins.forget(since: mark)
        metadata.forget(since: mark)
    }

    /// Reads the data that only this kind of sample has.
    ///
    /// - Returns: The number of bytes of an electrocardiogram's voltages, which documents can split; 0 for other kinds.
    private func payload(
        _ fields: SampleFields,
        _ type: SampleType,
        _ sample: inout Sample,
        _ extra: inout Extra,
        _ zones: ZoneTable,
        _ units: inout UnitTable
    ) throws(Refusal) -> Int {
        switch type.kind {
        case .quantity:
            sample.value = try QuantityReader.read(fields, type, &extra, &units)
            if extra.count != 0 { sample.flags.insert(.condensed) }
        case .category:
            let code = try Self.category(fields[.value], type)
            sample.value = Double(code)
            extra.payload = CategoryCode.payload(code)[...]
        case .workout:
            var metadata = Array(extra.metadata)
            extra.payload = try WorkoutReader.read(fields, metadata: &metadata, units: &units).packed[...]
            extra.metadata = metadata[...]
        case .workoutRoute:
            extra.payload = try LocationReader.read(fields)[...]
        case .correlation:
            extra.payload = try members(fields, zones, &units)[...]
            sample.flags.insert(.hasMembers)
        case .motion: sample.value = try MotionReader.value(fields)
        default:
            extra.payload = try fields.others(of: type)[...]
            if type.kind == .electrocardiogram { return Self.length(of: fields.own("voltages")) }
        }
        return 0
    }

    private mutating func bounds(
        _ fields: SampleFields,
        _ type: SampleType
    ) throws(Refusal) -> (start: Double, end: Double) {
        let start = try dates.instant(fields[.start], "start_date")
        // A motion activity has no end of its own, because it lasts until the next activity.
        let hasEnd = fields[.end] != nil && type.kind != .motion
        let end = hasEnd ? try dates.instant(fields[.end], "end_date") : start
        let isBounded = type.kind == .quantity || type.kind == .workout || type.document == .sleep
        guard end >= start, start >= Instant.of1900, start <= collectedAt + Instant.day,
            !isBounded || end - start <= Self.longest
        else {
            let hasNumber = fields[.start]?.text == nil || hasEnd && fields[.end]?.text == nil
            throw fault(start, end, hasNumber)
        }
        return (start, end)
    }

    /// Returns the refusal of a sample with invalid bounds.
    private func fault(_ start: Double, _ end: Double, _ hasNumber: Bool) -> Refusal {
        let (sentence, dates) =
            if end < start {
                ("The sample ends at %, before it starts at %.", [end, start])
            } else if start < Instant.of1900 {
                ("The sample starts at %, before 1900.", [start])
            } else if start > collectedAt + Instant.day {
                ("The sample starts at %, more than a day after `collected_at`, %.", [start, collectedAt])
            } else {
                ("The sample lasts from % to %, longer than 40 days.", [start, end])
            }
        return .dates(.invalidValue, sentence, dates, hasNumber)
    }

    /// Reads an optional integer.
    static func integer(_ field: Value?, _ name: String) throws(Refusal) -> Int64? {
        guard let field else { return nil }
        guard let integer = field.integer else { throw .wrongType(name, "an integer") }
        return integer
    }

    /// Reads the code of a category sample, which is an integer or Apple's name.
    private static func category(_ field: Value?, _ type: SampleType) throws(Refusal) -> Int64 {
        guard let field else { throw .missing("value") }
        if let text = field.text {
            let code = unsafe text.withBytes { unsafe Catalogue.categoryCode(type, appleName: $0) }
            guard let code else {
                throw Refusal(.invalidValue, "The value is no name of the type's enumeration.")
            }
            return code
        }
        guard let code = try integer(field, "value") else { throw .missing("value") }
        return code
    }

    /// Encodes the samples of a correlation as a segment with its own list of origins.
    private func members(
        _ fields: SampleFields,
        _ zones: ZoneTable,
        _ units: inout UnitTable
    ) throws(Refusal) -> [UInt8] {
        guard let objects = fields.own("objects") else { throw .missing("objects") }
        guard var elements = objects.elements else { throw .wrongType("objects", "an array") }
        var pool = Pool(zones: zones)
        var segment = Segment()
        // The members have their own pool, so they need their own reader.
        var reader = SampleReader(collectedAt: collectedAt, claim: -1)
        while let element = elements.next() {
            if element.isNull { continue }
            let (sample, type) = try reader.read(element, pool: &pool, units: &units)
            guard type.isListed else {
                throw Refusal(.invalidType, "A correlation holds quantity and category samples only.")
            }
            segment.rows.append(sample)
        }
        segment.rows.sort { pool.isBefore($0, $1) }
        return segment.packed(pool)
    }

    /// Returns the length of a field's canonical JSON.
    private static func length(of field: Value?) -> Int {
        guard let field else { return 0 }
        var writer = Writer()
        field.writeCanonical(into: &writer, keepsNulls: false)
        return writer.bytes.count
    }
}

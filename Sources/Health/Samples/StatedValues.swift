import JSON
import Vocabulary

extension Pool {
    /// Returns the number of values that a copy of a sample states, at any depth.
    ///
    /// Of two different copies with the same version, the copy that states more values counts.
    ///
    /// - A member of metadata is one value, whatever its shape.
    /// - Objects, lists and nulls are not values. The version, the unit of the sample's value and the units of
    ///   statistics are not values either.
    /// - The sample's id, type, start and end are left out, because every copy states them.
    package func valuesStated(by sample: Sample) -> Int {
        var counter = ValueCounter()
        return counter.values(of: sample, in: self)
    }
}

/// Counts the values of stored samples, with one parser for all their JSON.
private struct ValueCounter: ~Copyable {
    /// The id, type, start and end of a correlation's member.
    private static let identityOfMember = 4

    private var parser = Parser()

    mutating func values(of sample: Sample, in pool: Pool) -> Int {
        guard let type = Catalogue.sampleType(at: sample.type) else { return 0 }
        let origin = pool.origin(sample)
        let extra = Extra(pool.extra(sample))
        let metadata = Array(extra.metadata)
        var count = fields(origin.source) + fields(origin.device) + members(ofMetadata: metadata)
        if hasZoneField(origin.ownZone, metadata, pool.zones) { count += 1 }
        if extra.count != 0 { count += 1 }
        if extra.minimum != nil { count += 1 }
        if extra.maximum != nil { count += 1 }
        if extra.workout != nil { count += 1 }
        return count + values(of: sample, type, Array(extra.payload), pool.zones)
    }

    /// Returns the number of values that only this kind of sample has.
    private mutating func values(
        of sample: Sample,
        _ type: SampleType,
        _ payload: [UInt8],
        _ zones: ZoneTable
    ) -> Int {
        switch type.kind {
        case .quantity, .category: 1
        // The kinds of motion, and the confidence.
        case .motion: MotionActivity(value: sample.value).flags.names.count + 1
        case .workout: values(of: Workout(payload[...]))
        case .workoutRoute: Self.fields(of: Location.unpack(payload[...]))
        case .correlation: values(ofMembers: payload, zones)
        default: fields(payload)
        }
    }

    /// Whether the sample has a zone of its own that does not come from its metadata.
    ///
    /// A zone from the metadata is already counted as a member of the metadata.
    private mutating func hasZoneField(_ zone: Zone?, _ metadata: [UInt8], _ zones: ZoneTable) -> Bool {
        guard let zone else { return false }
        if metadata.isEmpty { return true }
        // Documents show a text as the unit of a quantity.
        guard let name = try? parser.parse(metadata).member("HKTimeZone")?.member("unit")?.text?.string else {
            return true
        }
        return zones.zone(name) != zone
    }

    /// Returns the number of values of a workout.
    private mutating func values(of workout: Workout) -> Int {
        // The activity type.
        var count = 1
        if workout.duration != nil { count += 1 }
        count += values(of: workout.events) + Self.numbers(of: workout.statistics)
        for activity in workout.activities {
            // The id, start and end.
            count += 3
            if activity.activityType != nil { count += 1 }
            count += values(of: activity.events) + Self.numbers(of: activity.statistics)
            count += members(ofMetadata: activity.metadata)
        }
        return count
    }

    private mutating func values(of events: [Workout.Event]) -> Int {
        var count = 0
        // The type, start and end, and the metadata.
        for event in events { count += 3 + members(ofMetadata: event.metadata) }
        return count
    }

    private static func numbers(of statistics: [Workout.Statistic]) -> Int {
        var count = 0
        for statistic in statistics {
            if statistic.sum != nil { count += 1 }
            if statistic.average != nil { count += 1 }
            if statistic.minimum != nil { count += 1 }
            if statistic.maximum != nil { count += 1 }
            if statistic.mostRecent != nil { count += 1 }
        }
        return count
    }

    /// Returns the number of fields of the points of a route.
    private static func fields(of locations: [Location]) -> Int {
        var count = 0
        for location in locations {
            // The time, latitude and longitude.
            count += 3
            if location.altitude != nil { count += 1 }
            if location.speed != nil { count += 1 }
            if location.course != nil { count += 1 }
            if location.horizontalAccuracy != nil { count += 1 }
            if location.verticalAccuracy != nil { count += 1 }
        }
        return count
    }

    /// Returns the number of values of a correlation's members, which are quantity and category samples.
    private mutating func values(ofMembers payload: [UInt8], _ zones: ZoneTable) -> Int {
        var pool = Pool(zones: zones)
        guard let segment = Segment(payload, pool: &pool) else { return 0 }
        var count = 0
        // Damaged bytes could contain a correlation. A member without members bounds the recursion.
        for member in segment.rows where Catalogue.sampleType(at: member.type)?.isListed == true {
            count += Self.identityOfMember + values(of: member, in: pool)
        }
        return count
    }

    /// Returns the number of members of metadata, which is a JSON object or empty.
    private mutating func members(ofMetadata json: [UInt8]) -> Int {
        if json.isEmpty { return 0 }
        guard let metadata = try? parser.parse(json) else { return 0 }
        return metadata.count
    }

    /// Returns the number of numbers, texts and bools in a JSON object, without the unit of its value.
    ///
    /// The JSON may be empty. The object is a source, a device, or the fields of a sample.
    private mutating func fields(_ json: [UInt8]) -> Int {
        guard !json.isEmpty, var members = try? parser.parse(json).members else { return 0 }
        var count = 0
        while let member = members.next() {
            if member.key == "unit" { continue }
            count += Self.leaves(of: member.value)
            // The value of a characteristic is an object with the name of the value as its unit.
            if member.key == "value", let unit = member.value.member("unit") { count -= Self.leaves(of: unit) }
        }
        return count
    }

    /// Returns the number of numbers, texts and bools in a value, at any depth.
    ///
    /// The function recurses as deep as the value, which the parser limits to 64 containers.
    private static func leaves(of value: Value) -> Int {
        var count = 0
        if var elements = value.elements {
            while let element = elements.next() { count += leaves(of: element) }
        } else if var members = value.members {
            while let member = members.next() { count += leaves(of: member.value) }
        } else if !value.isNull {
            count = 1
        }
        return count
    }
}

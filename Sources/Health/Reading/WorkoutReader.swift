import JSON

/// What a workout and its route carry.
enum WorkoutReader {
    /// Reads a workout's activity type, duration, events, activities and statistics.
    static func read(_ fields: SampleFields, units: inout UnitTable) throws(Refusal) -> Workout {
        guard let activityType = try activityType(fields.own("workout_activity_type")) else {
            throw .missing("workout_activity_type")
        }
        return Workout(
            activityType: activityType,
            duration: try duration(fields.own("duration")),
            events: try events(fields.own("events"), &units),
            activities: try activities(fields.own("activities"), &units),
            statistics: try statistics(fields.own("statistics"), &units)
        )
    }

    private static func duration(_ field: Value?) throws(Refusal) -> Double? {
        guard let field else { return nil }
        let duration = try QuantityReader.number(field, "duration")
        if duration < 0 { throw Refusal(.invalidValue, "The duration must not be negative.") }
        return duration
    }

    /// The code of an activity, given as the integer or by Apple's name.
    private static func activityType(_ field: Value?) throws(Refusal) -> Int64? {
        guard let text = field?.text else { return try SampleReader.integer(field, "workout_activity_type") }
        guard let code = unsafe text.withBytes({ unsafe Catalogue.workoutActivityCode(appleName: $0) }) else {
            throw Refusal(.invalidValue, "The activity type is no name of HKWorkoutActivityType.")
        }
        return code
    }

    /// The elements of a list that may be missing.
    @_lifetime(copy field)
    private static func elements(_ field: Value?, _ name: String) throws(Refusal) -> Elements? {
        guard let field else { return nil }
        guard let elements = field.elements else { throw .wrongType(name, "an array") }
        return elements
    }

    private static func bounds(_ object: Value, _ name: String) throws(Refusal) -> (start: Double, end: Double) {
        guard object.members != nil else { throw .wrongType(name, "an array of objects") }
        let start = try DateReader.instant(object.field("start_date"), "\(name).start_date")
        guard let field = object.field("end_date") else { return (start, start) }
        let end = try DateReader.instant(field, "\(name).end_date")
        if end < start { throw Refusal(.invalidValue, "One of `\(name)` ends before it starts.") }
        return (start, end)
    }

    private static func events(_ field: Value?, _ units: inout UnitTable) throws(Refusal) -> [Workout.Event] {
        var events: [Workout.Event] = []
        var elements = try elements(field, "events")
        while let element = elements?.next() {
            if element.isNull { continue }
            let (start, end) = try bounds(element, "events")
            guard let type = element.field("type") else { throw .missing("events.type") }
            var code = type.integer
            if let text = type.text {
                code = unsafe text.withBytes { unsafe Catalogue.workoutEventCode(appleName: $0) }
                if code == nil { throw Refusal(.invalidValue, "An event's type is no name of HKWorkoutEventType.") }
            }
            guard let code else { throw .wrongType("events.type", "an integer") }
            let metadata = try MetadataReader(element.field("metadata"), units: &units).json
            events.append(Workout.Event(type: code, start: start, end: end, metadata: metadata))
        }
        // A copy with the same events in another order is the same workout.
        events.sort(by: Workout.Event.ascending)
        return events
    }

    private static func activities(_ field: Value?, _ units: inout UnitTable) throws(Refusal) -> [Workout.Activity] {
        var activities: [Workout.Activity] = []
        var elements = try elements(field, "activities")
        while let element = elements?.next() {
            if element.isNull { continue }
            let (start, end) = try bounds(element, "activities")
            activities.append(
                Workout.Activity(
                    id: try UploadHead.uuid(element.field("id"), "activities.id"),
                    start: start,
                    end: end,
                    activityType: try activityType(element.field("workout_activity_type")),
                    events: try events(element.field("events"), &units),
                    statistics: try statistics(element.field("statistics"), &units),
                    metadata: try MetadataReader(element.field("metadata"), units: &units).json
                )
            )
        }
        return Workout.Activity.sorted(activities)
    }

    private static func statistics(_ field: Value?, _ units: inout UnitTable) throws(Refusal) -> [Workout.Statistic] {
        guard let field else { return [] }
        guard var members = field.countingMembers() else { throw .wrongType("statistics", "an object") }
        var statistics: [UInt16: Workout.Statistic] = [:]
        while let member = members.next() {
            let found = unsafe member.key.withBytes { unsafe Catalogue.sampleType($0) }
            guard let type = found, type.kind == .quantity else {
                throw Refusal(.invalidIdentifier, "A key of `statistics` is no quantity type that this version knows.")
            }
            statistics[type.index] = try statistic(member.value, type, &units)
        }
        return statistics.values.sorted { $0.type < $1.type }
    }

    private static func statistic(
        _ value: Value,
        _ type: SampleType,
        _ units: inout UnitTable
    ) throws(Refusal) -> Workout.Statistic {
        guard value.members != nil else { throw .wrongType("statistics", "an object of objects") }
        let conversion = try QuantityReader.conversion(value.field("unit"), type, &units)
        func number(_ name: StaticString) throws(Refusal) -> Double? {
            guard let field = value.field(name) else { return nil }
            let converted = try QuantityReader.convert(QuantityReader.number(field, "statistics.\(name)"), conversion)
            return try QuantityReader.checked(converted, type)
        }
        return Workout.Statistic(
            type: type.index,
            sum: try number("sum"),
            average: try number("average"),
            minimum: try number("minimum"),
            maximum: try number("maximum"),
            mostRecent: try number("most_recent")
        )
    }
}

/// The points of a route.
enum LocationReader {
    /// Reads `locations`, ascending by time, and packs them.
    static func read(_ fields: SampleFields) throws(Refusal) -> [UInt8] {
        guard let field = fields.own("locations") else { throw .missing("locations") }
        guard var elements = field.elements else { throw .wrongType("locations", "an array") }
        var locations: [Location] = []
        locations.reserveCapacity(field.count)
        while let element = elements.next() {
            if element.isNull { continue }
            guard element.members != nil else { throw .wrongType("locations", "an array of objects") }
            func number(_ name: StaticString) throws(Refusal) -> Double? {
                guard let field = element.field(name) else { return nil }
                return try QuantityReader.number(field, "locations.\(name)")
            }
            guard let latitude = try number("latitude") else { throw .missing("locations.latitude") }
            guard let longitude = try number("longitude") else { throw .missing("locations.longitude") }
            locations.append(
                Location(
                    time: try DateReader.instant(element.field("timestamp"), "locations.timestamp"),
                    latitude: latitude,
                    longitude: longitude,
                    altitude: try number("altitude"),
                    speed: try number("speed"),
                    course: try number("course"),
                    horizontalAccuracy: try number("horizontal_accuracy"),
                    verticalAccuracy: try number("vertical_accuracy")
                )
            )
        }
        // Sorted by everything, so that a copy with the same points in another order is the same route.
        return Location.pack(locations.sorted(by: Location.ascending))
    }
}

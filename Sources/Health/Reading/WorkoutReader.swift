import JSON
import Vocabulary

/// Reads the data of workout samples.
enum WorkoutReader {
    /// Reads a workout's activity type, duration, events, activities and statistics.
    ///
    /// Statistics that cannot be shown are added to `metadata`, the workout's own metadata.
    static func read(
        _ fields: SampleFields,
        metadata: inout [UInt8],
        units: inout UnitTable
    ) throws(Refusal) -> Workout {
        guard let activityType = try activityType(fields.own("workout_activity_type")) else {
            throw .missing("workout_activity_type")
        }
        return Workout(
            activityType: activityType,
            duration: try duration(fields.own("duration")),
            events: try events(fields.own("events"), &units),
            activities: try activities(fields.own("activities"), &units),
            statistics: try statistics(fields.own("statistics"), &metadata, &units)
        )
    }

    private static func duration(_ field: Value?) throws(Refusal) -> Double? {
        guard let field else { return nil }
        let duration = try QuantityReader.number(field, "duration")
        if duration < 0 { throw Refusal(.invalidValue, "The duration must not be negative.") }
        return duration
    }

    /// Reads an activity type, which is an integer or a name.
    private static func activityType(_ field: Value?) throws(Refusal) -> Workout.Code? {
        guard let text = field?.text else {
            return try SampleReader.integer(field, "workout_activity_type").map { Workout.Code(number: $0) }
        }
        if let code = unsafe text.withBytes({ unsafe Catalogue.workoutActivityCode(appleName: $0) }) {
            return Workout.Code(number: code)
        }
        return try unknown(text, of: "HKWorkoutActivityType", in: "workout_activity_type")
    }

    /// Returns a code that keeps a name unknown to this version, for example a name from a newer release of iOS.
    private static func unknown(
        _ text: Text,
        of enumeration: String,
        in field: String
    ) throws(Refusal) -> Workout.Code {
        var name = text.bytes[...]
        if name.starts(with: enumeration.utf8) { name = name.dropFirst(enumeration.utf8.count) }
        if name.count > RecordBounds.workoutName {
            throw Refusal(
                .tooLarge,
                "The name in `\(field)` is longer than \(RecordBounds.workoutName) bytes: it is no name of \(enumeration)."
            )
        }
        return Workout.Code(number: 0, name: Array(name))
    }

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
        if end < start {
            let hasNumber = field.text == nil || object.field("start_date")?.text == nil
            let sentence = "One of `\(name)` ends at %, before it starts at %."
            throw .dates(.invalidValue, sentence, [end, start], hasNumber)
        }
        return (start, end)
    }

    private static func events(_ field: Value?, _ units: inout UnitTable) throws(Refusal) -> [Workout.Event] {
        var events: [Workout.Event] = []
        var elements = try elements(field, "events")
        while let element = elements?.next() {
            if element.isNull { continue }
            let (start, end) = try bounds(element, "events")
            let type = try eventType(element.field("type"))
            let metadata = try MetadataReader(element.field("metadata"), units: &units).json
            events.append(Workout.Event(type: type, start: start, end: end, metadata: metadata))
        }
        // Sorted, so that copies of a workout are equal even if their events are in a different order.
        events.sort(by: Workout.Event.ascending)
        return events
    }

    /// Reads an event type, which is an integer or a name.
    private static func eventType(_ field: Value?) throws(Refusal) -> Workout.Code {
        guard let field else { throw .missing("events.type") }
        if let number = field.integer { return Workout.Code(number: number) }
        guard let text = field.text else { throw .wrongType("events.type", "an integer") }
        if let code = unsafe text.withBytes({ unsafe Catalogue.workoutEventCode(appleName: $0) }) {
            return Workout.Code(number: code)
        }
        return try unknown(text, of: "HKWorkoutEventType", in: "events.type")
    }

    private static func activities(_ field: Value?, _ units: inout UnitTable) throws(Refusal) -> [Workout.Activity] {
        var activities: [Workout.Activity] = []
        var elements = try elements(field, "activities")
        while let element = elements?.next() {
            if element.isNull { continue }
            let (start, end) = try bounds(element, "activities")
            var metadata = try MetadataReader(element.field("metadata"), units: &units).json
            let statistics = try statistics(element.field("statistics"), &metadata, &units)
            activities.append(
                Workout.Activity(
                    id: try FieldReader.uuid(element.field("id"), "activities.id"),
                    start: start,
                    end: end,
                    activityType: try activityType(element.field("workout_activity_type")),
                    events: try events(element.field("events"), &units),
                    statistics: statistics,
                    metadata: metadata
                )
            )
        }
        return Workout.Activity.sorted(activities)
    }

    /// Reads statistics by type.
    ///
    /// Statistics that cannot be shown are added to the metadata instead of being refused.
    private static func statistics(
        _ field: Value?,
        _ metadata: inout [UInt8],
        _ units: inout UnitTable
    ) throws(Refusal) -> [Workout.Statistic] {
        guard let field else { return [] }
        guard var members = field.countingMembers() else { throw .wrongType("statistics", "an object") }
        var statistics: [UInt16: Workout.Statistic] = [:]
        var kept = KeptStatistics()
        while let member = members.next() {
            let type = unsafe member.key.withBytes { unsafe Catalogue.sampleType($0) }
            if let type, type.kind == .quantity, let known = statistic(member.value, type, &units) {
                statistics[type.index] = known
            } else {
                kept.append(member.key, member.value)
            }
        }
        kept.add(to: &metadata)
        return statistics.values.sorted { $0.type < $1.type }
    }

    /// Reads the statistics of one type; nil if the unit or a value is invalid, or if there is no value.
    private static func statistic(
        _ value: Value,
        _ type: SampleType,
        _ units: inout UnitTable
    ) -> Workout.Statistic? {
        guard value.members != nil, let conversion = try? QuantityReader.conversion(value.field("unit"), type, &units)
        else { return nil }
        var isWrong = false
        func number(_ name: StaticString) -> Double? {
            guard let field = value.field(name) else { return nil }
            let number = field.double.flatMap { try? QuantityReader.convert($0 + 0, conversion) }
            if !(number.map(type.mayHave) ?? false) { isWrong = true }
            return number
        }
        let statistic = Workout.Statistic(
            type: type.index,
            sum: number("sum"),
            average: number("average"),
            minimum: number("minimum"),
            maximum: number("maximum"),
            mostRecent: number("most_recent")
        )
        return isWrong || statistic.isEmpty ? nil : statistic
    }
}

/// Reads the points of workout routes.
enum LocationReader {
    /// Reads, sorts and encodes the points in `locations`.
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
        // Sorted by all fields, so that copies of a route are equal even if their points are in a different order.
        return Location.pack(locations.sorted(by: Location.ascending))
    }
}

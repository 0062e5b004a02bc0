import JSON
import Vocabulary

/// Workouts with their events, activities, statistics and routes.
extension ExportReader {
    mutating func beginWorkout() -> ExportElement {
        workout = WorkoutDraft()
        guard let type = Catalogue.sampleType(named: "HKWorkoutTypeIdentifier"), let bounds = bounds(of: type),
            let origin = origin()
        else { return .workout }
        guard let activity = scanner.value(of: "workoutActivityType"), !activity.isEmpty, activity.count < 200 else {
            tally.leaveOut("a workout without an activity")
            return .workout
        }
        let identity = origin.origin(in: origins).identity
        let id = names.nextID(type.identifierBytes, start: bounds.start, end: bounds.end, origin: identity)
        workout?.head = WorkoutDraft.Head(
            type: type,
            start: bounds.start,
            end: bounds.end,
            origin: origin,
            id: id
        )
        var head = Writer()
        head.raw("\"workout_activity_type\":")
        head.string(activity)
        if let duration = seconds("duration", "durationUnit"), duration >= 0 {
            head.raw(",\"duration\":")
            head.number(duration)
        }
        workout?.own.head = head
        for (attribute, unit, identifier) in Self.totals { addTotal(attribute, unit, identifier) }
        let code = unsafe activity.withUnsafeBytes { unsafe Catalogue.workoutActivityCode(appleName: $0) }
        let distance = code.map { WorkoutDistance.identifier(ofActivity: $0) } ?? Self.usualDistance
        addTotal("totalDistance", "totalDistanceUnit", distance)
        return .workout
    }

    /// The totals of exports before iOS 16; later exports have statistics instead.
    private static let totals: [(StaticString, StaticString, StaticString)] = [
        ("totalEnergyBurned", "totalEnergyBurnedUnit", "HKQuantityTypeIdentifierActiveEnergyBurned"),
        ("totalSwimmingStrokeCount", "totalSwimmingStrokeCountUnit", "HKQuantityTypeIdentifierSwimmingStrokeCount"),
        ("totalFlightsClimbed", "totalFlightsClimbedUnit", "HKQuantityTypeIdentifierFlightsClimbed"),
    ]

    private static let usualDistance: StaticString = "HKQuantityTypeIdentifierDistanceWalkingRunning"

    private mutating func addTotal(_ attribute: StaticString, _ unit: StaticString, _ identifier: StaticString) {
        guard let total = scanner.value(of: attribute), !total.isEmpty else { return }
        guard let number = NumberText.double(total[...]) else {
            return tally.leaveOut("a figure of a workout that is not a number")
        }
        // Phones wrote zero for a total that a workout does not have.
        guard number > 0, let type = Catalogue.sampleType(named: "\(identifier)") else { return }
        let unit = scanner.value(of: unit) ?? Array("count".utf8)
        workout?.totals.append((type, number, unit))
    }

    /// Reads a duration of the current element in seconds; nil if it has none.
    private mutating func seconds(_ attribute: StaticString, _ unit: StaticString) -> Double? {
        guard let text = scanner.value(of: attribute), !text.isEmpty else { return nil }
        guard let number = NumberText.double(text[...]) else {
            tally.leaveOut("a duration that is not a number")
            return nil
        }
        switch scanner.string(unit) {
        case "s", "sec": return number
        case "hr": return number * 3_600
        default: return number * 60
        }
    }

    mutating func workoutElement(in parent: ExportElement) -> ExportElement {
        if scanner.isNamed("WorkoutEvent"), parent != .event { return beginEvent() }
        if scanner.isNamed("WorkoutStatistics") {
            addStatistics()
            return .leaf
        }
        if scanner.isNamed("WorkoutActivity"), parent == .workout { return beginActivity() }
        if scanner.isNamed("WorkoutRoute"), parent == .workout { return beginRoute() }
        if scanner.isNamed("Record"), parent == .workout || parent == .activity {
            beginRecord()
            record.workout = workout?.head?.id
            return .record
        }
        if scanner.isNamed("WorkoutZoneGroup"), parent == .workout {
            beginZones()
            return .zones
        }
        if scanner.isNamed("FileReference"), parent == .route {
            let path = scanner.string("path")
            // The route belongs to a workout that is left out.
            if workout?.route == nil, let path { references.skip(path) }
            workout?.route?.path = path
            return .leaf
        }
        if scanner.isNamed("Location"), parent == .route {
            addLocation()
            return .leaf
        }
        return unknownElement()
    }

    private mutating func beginEvent() -> ExportElement {
        guard let start = dates.milliseconds(scanner.slice("date") ?? scanner.slice("startDate")) else {
            tally.leaveOut("a workout event without a date")
            return .event
        }
        guard let type = scanner.value(of: "type"), !type.isEmpty, type.count < 200 else {
            tally.leaveOut("a workout event without a type")
            return .event
        }
        let length = seconds("duration", "durationUnit") ?? 0
        var part = WorkoutDraft.Part()
        part.head.raw("\"type\":")
        part.head.string(type)
        part.head.raw(",\"start_date\":")
        SampleJSON.date(start, into: &part.head)
        part.head.raw(",\"end_date\":")
        SampleJSON.date(start + Int64((min(max(0, length), 1e9) * 1_000).rounded()), into: &part.head)
        workout?.event = part
        return .event
    }

    private mutating func beginActivity() -> ExportElement {
        guard let head = workout?.head, let start = dates.milliseconds(scanner.slice("startDate")) else {
            return .activity
        }
        let end = dates.milliseconds(scanner.slice("endDate")) ?? start
        guard end >= start else {
            tally.leaveOut("an end before the start")
            return .activity
        }
        workout?.activityCount += 1
        let number = workout?.activityCount ?? 0
        let uuid = scanner.string("uuid").flatMap { UUID128($0) }
        // The id of an activity without its own id is derived from its position in the workout.
        let id = uuid ?? .v5(name: Array("apple-health/\(head.id)/activity/\(number)".utf8))
        var part = WorkoutDraft.Part()
        part.head.raw("\"id\":\"")
        id.append(to: &part.head.bytes)
        part.head.raw("\",\"start_date\":")
        SampleJSON.date(start, into: &part.head)
        part.head.raw(",\"end_date\":")
        SampleJSON.date(end, into: &part.head)
        if let type = scanner.value(of: "workoutActivityType"), !type.isEmpty, type.count < 200 {
            part.head.raw(",\"workout_activity_type\":")
            part.head.string(type)
        }
        workout?.activity = part
        return .activity
    }

    /// Adds the statistics of one type to the workout or its open activity.
    ///
    /// Statistics are not checked, because workers keep unknown statistics.
    private mutating func addStatistics() {
        guard let identifier = scanner.value(of: "type"), !identifier.isEmpty else {
            return tally.leaveOut("statistics without a type")
        }
        var member = Writer()
        member.string(identifier)
        member.raw(":{\"unit\":")
        member.string(scanner.value(of: "unit") ?? [])
        for (attribute, field) in Self.statistics {
            guard let text = scanner.value(of: attribute) else { continue }
            guard let number = NumberText.double(text[...]) else {
                tally.leaveOut("a figure of a workout's statistics that is not a number")
                continue
            }
            member.raw(",")
            member.string(field)
            member.raw(":")
            member.number(number)
        }
        member.raw("}")
        let type = unsafe identifier.withUnsafeBytes { unsafe Catalogue.sampleType($0) }
        if workout?.activity == nil, let type { workout?.statisticTypes.insert(type.index) }
        workout?.addStatistic { $0.raw(member.bytes) }
    }

    private static let statistics: [(attribute: StaticString, field: StaticString)] = [
        ("sum", "sum"), ("average", "average"), ("minimum", "minimum"), ("maximum", "maximum"),
        ("mostRecent", "most_recent"),
    ]

    mutating func endWorkout() {
        defer { workout = nil }
        workout?.endEvent()
        workout?.endActivity()
        workout?.addTotals()
        guard let draft = workout, let head = draft.head else { return }
        if draft.isTooLong {
            return tally.leaveOut("a workout that is longer than workers take")
        }
        add(head.type, start: head.start, end: head.end, origin: head.origin, metadata: draft.own.metadata, id: head.id)
        {
            if !draft.own.events.bytes.isEmpty {
                $0.raw("\"events\":[")
                $0.raw(draft.own.events.bytes)
                $0.raw("],")
            }
            if !draft.activities.bytes.isEmpty {
                $0.raw("\"activities\":[")
                $0.raw(draft.activities.bytes)
                $0.raw("],")
            }
            if !draft.own.statistics.bytes.isEmpty {
                $0.raw("\"statistics\":{")
                $0.raw(draft.own.statistics.bytes)
                $0.raw("},")
            }
            $0.raw(draft.own.head.bytes)
        }
    }
}

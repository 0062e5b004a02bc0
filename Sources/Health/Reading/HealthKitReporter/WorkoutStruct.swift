import JSON
import Vocabulary

/// The workout of HealthKitReporter, with its totals and events.
enum WorkoutStruct {
    /// Writes the fields that only workouts have, and the metadata.
    static func write(_ element: Value, _ payload: Value, into writer: inout Writer) throws(Refusal) {
        guard let field = payload.field("value") else { throw .missing("value") }
        guard let code = field.integer else { throw .wrongType("value", "an integer") }
        guard WorkoutNames.activity.name(code) != nil else { throw .unknownActivity }
        writer.key("workout_activity_type")
        writer.number(code)
        writer.field("duration", element.field("duration"))
        try writeEvents(element.field("workoutEvents"), into: &writer)
        try writer.object("statistics") { writer throws(Refusal) in
            writeTotal(
                payload.field("totalEnergyBurned"),
                payload.field("totalEnergyBurnedUnit"),
                "HKQuantityTypeIdentifierActiveEnergyBurned",
                into: &writer
            )
            writeTotal(
                payload.field("totalDistance"),
                payload.field("totalDistanceUnit"),
                WorkoutDistance.identifier(ofActivity: code),
                into: &writer
            )
            writeTotal(
                payload.field("totalSwimmingStrokeCount"),
                payload.field("totalSwimmingStrokeCountUnit"),
                "HKQuantityTypeIdentifierSwimmingStrokeCount",
                into: &writer
            )
            writeTotal(
                payload.field("totalFlightsClimbed"),
                payload.field("totalFlightsClimbedUnit"),
                "HKQuantityTypeIdentifierFlightsClimbed",
                into: &writer
            )
        }
        try SampleStruct.writeMetadata(element, payload, into: &writer, isNamed: isNamed) { key in
            key == "duration" || key == "workoutEvents"
        }
    }

    private static func isNamed(_ key: Text) -> Bool {
        key == "value" || key == "description" || key == "totalEnergyBurned"
            || key == "totalEnergyBurnedUnit" || key == "totalDistance"
            || key == "totalDistanceUnit" || key == "totalSwimmingStrokeCount"
            || key == "totalSwimmingStrokeCountUnit" || key == "totalFlightsClimbed"
            || key == "totalFlightsClimbedUnit"
    }

    /// Writes the sum of one quantity type; writes nothing if there is no total.
    private static func writeTotal(
        _ total: Value?,
        _ unit: Value?,
        _ identifier: StaticString,
        into writer: inout Writer
    ) {
        guard let total else { return }
        writer.key(identifier)
        writer.raw("{\"sum\":")
        total.write(into: &writer)
        writer.field("unit", unit)
        writer.raw("}")
    }

    private static func writeEvents(_ list: Value?, into writer: inout Writer) throws(Refusal) {
        guard var events = try PayloadStruct.elements(list, "workoutEvents") else { return }
        writer.key("events")
        writer.byte(UInt8(ascii: "["))
        while let event = events.next() {
            if event.isNull { continue }
            guard event.members != nil else { throw .wrongType("workoutEvents", "an array of objects") }
            let payload = event.field("harmonized", or: "serialized")
            let start = try StructDates.instant(event.field("startTimestamp"), "workoutEvents.startTimestamp")
            writer.separate()
            writer.byte(UInt8(ascii: "{"))
            writer.field("type", payload?.field("value"))
            writer.field("start_date", number: start)
            if let end = event.field("endTimestamp") {
                writer.field("end_date", number: try StructDates.instant(end, "workoutEvents.endTimestamp"))
            }
            try writer.object("metadata") { writer throws(Refusal) in
                try writer.members(of: SampleStruct.unwrapped(payload?.field("metadata")), "metadata")
            }
            writer.byte(UInt8(ascii: "}"))
        }
        writer.byte(UInt8(ascii: "]"))
    }
}

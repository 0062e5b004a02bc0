import JSON
import Vocabulary

/// A workout of an Open Wearables body, with its duration, statistics and metadata in the list `values`.
enum OpenWearablesWorkout {
    /// Writes the fields that only workouts have, and the metadata.
    static func write(_ workout: Value, into writer: inout Writer) throws(Refusal) {
        let code = try activityCode(workout.field("type"))
        writer.raw(",\"type\":\"HKWorkoutTypeIdentifier\",\"workout_activity_type\":")
        writer.number(code)
        var statistics: [Statistic] = []
        let values = workout.field("values")
        if var elements = try elements(values) {
            while let element = elements.next() {
                guard let name = try name(of: element), let value = element.field("value") else { continue }
                if name == "duration" {
                    try writer.field("duration", number: seconds(value, element.field("unit")))
                } else if let statistic = Statistic(name, value, element.field("unit"), ofActivity: code) {
                    statistics.append(statistic)
                }
            }
        }
        if !statistics.isEmpty { try Statistic.write(statistics, into: &writer) }
        try OpenWearables.metadata(of: workout, into: &writer) { writer throws(Refusal) in
            guard var elements = try elements(values) else { return }
            while let element = elements.next() {
                guard let name = try name(of: element), let value = element.field("value"), name != "duration",
                    Statistic(name, value, element.field("unit"), ofActivity: code) == nil
                else { continue }
                writeMetadata(name, value, element.field("unit"), into: &writer)
            }
        } isNamed: { key in
            OpenWearables.isCommon(key) || key == "type" || key == "values"
        }
    }

    @_lifetime(copy values)
    private static func elements(_ values: Value?) throws(Refusal) -> Elements? {
        guard let values else { return nil }
        guard let elements = values.elements else { throw .wrongType("values", "an array") }
        return elements
    }

    private static func name(of element: Value) throws(Refusal) -> String? {
        if element.isNull { return nil }
        guard element.members != nil else { throw .wrongType("values", "an array of objects") }
        guard let type = element.field("type") else { throw .missing("values.type") }
        guard let name = type.text else { throw .wrongType("values.type", "a string") }
        return name.string
    }

    /// Returns the code of a workout's type, which is HealthKit's name or number, or a name of the SDK.
    private static func activityCode(_ field: Value?) throws(Refusal) -> Int64 {
        guard let field else { throw .missing("type") }
        guard let text = field.text else {
            guard let code = field.integer else { throw .wrongType("type", "a string") }
            guard WorkoutNames.activity.name(code) != nil else { throw .unknownActivity }
            return code
        }
        guard let code = WorkoutNames.activity.code(caseName: OpenWearablesActivity.caseName(text.string)) else {
            throw .unknownActivity
        }
        return code
    }

    private static func seconds(_ value: Value, _ unit: Value?) throws(Refusal) -> Double {
        let number = try QuantityReader.number(value, "values.value")
        guard let text = unit?.text else { return number }
        guard let unit = try? Unit(text.string), let seconds = try? Unit("s"),
            let convert = unit.conversion(to: seconds)
        else { throw Refusal(.invalidValue, "The unit of the duration is no unit of time.") }
        return convert(number)
    }

    /// Writes a value that is not a statistic: under the corresponding key of HealthKit, or else under its own name.
    private static func writeMetadata(_ name: String, _ value: Value, _ unit: Value?, into writer: inout Writer) {
        writer.separate()
        writer.string(metadataKey(name))
        writer.raw(":")
        guard value.double != nil, let unit, let text = unit.text, !(text == "bool" || text == "enum") else {
            return value.write(into: &writer)
        }
        writer.raw("{\"value\":")
        value.write(into: &writer)
        OpenWearablesUnit.write(unit, into: &writer)
        writer.raw("}")
    }

    private static func metadataKey(_ name: String) -> String {
        switch name {
        case "elevationAscended": return "HKElevationAscended"
        case "elevationDescended": return "HKElevationDescended"
        case "averageMETs": return "HKAverageMETs"
        case "averageSpeed": return "HKAverageSpeed"
        case "indoorWorkout": return "HKIndoorWorkout"
        case "lapLength": return "HKLapLength"
        case "maxSpeed": return "HKMaximumSpeed"
        case "swimmingLocationType": return "HKSwimmingLocationType"
        default:
            guard name.hasPrefix("weather") else { return name }
            let key = "HKW" + name.dropFirst()
            return Catalogue.metadataKey(named: key) == nil ? name : key
        }
    }
}

extension OpenWearablesWorkout {
    /// A value that is a workout statistic in HealthKit.
    private struct Statistic {
        let type: String
        /// The place of the value in the statistics of the type: `sum`, `average`, `minimum` or `maximum`.
        let part: StaticString
        let number: Double
        let unit: String

        /// Creates the statistic of a value; nil if the value is not a statistic, or not a number with a unit.
        init?(_ name: String, _ value: Value, _ unit: Value?, ofActivity code: Int64) {
            guard let number = value.double, let text = unit?.text, let meaning = Self.meaning(name, code) else {
                return nil
            }
            (type, part) = meaning
            self.number = number
            self.unit = OpenWearablesUnit.name(text).map { "\($0)" } ?? text.string
        }

        private static func meaning(_ name: String, _ code: Int64) -> (String, StaticString)? {
            switch name {
            case "activeEnergyBurned": ("HKQuantityTypeIdentifierActiveEnergyBurned", "sum")
            case "basalEnergyBurned": ("HKQuantityTypeIdentifierBasalEnergyBurned", "sum")
            case "distance", "totalDistance": ("\(WorkoutDistance.identifier(ofActivity: code))", "sum")
            case "minHeartRate": ("HKQuantityTypeIdentifierHeartRate", "minimum")
            case "averageHeartRate": ("HKQuantityTypeIdentifierHeartRate", "average")
            case "maxHeartRate": ("HKQuantityTypeIdentifierHeartRate", "maximum")
            case "swimmingStrokeCount": ("HKQuantityTypeIdentifierSwimmingStrokeCount", "sum")
            case "flightsClimbed": ("HKQuantityTypeIdentifierFlightsClimbed", "sum")
            case "stepCount": ("HKQuantityTypeIdentifierStepCount", "sum")
            case "averageRunningPower", "averageRunningSpeed", "averageRunningStrideLength",
                "averageVerticalOscillation", "averageGroundContactTime":
                (running(name.dropFirst("average".count)), "average")
            default: nil
            }
        }

        /// Returns the identifier for an average of running form; the SDK omits `Running` from some names.
        private static func running(_ name: Substring) -> String {
            "HKQuantityTypeIdentifier" + (name.hasPrefix("Running") ? "" : "Running") + name
        }

        /// Writes the member `statistics`.
        ///
        /// The statistics of one type have one unit. So values in other units are converted to the unit of the first
        /// value.
        static func write(_ statistics: [Self], into writer: inout Writer) throws(Refusal) {
            var types: [String] = []
            for statistic in statistics where !types.contains(statistic.type) { types.append(statistic.type) }
            writer.key("statistics")
            writer.byte(UInt8(ascii: "{"))
            for type in types {
                writer.separate()
                writer.string(type)
                writer.raw(":{")
                var unit: String?
                for statistic in statistics where statistic.type == type {
                    writer.key(statistic.part)
                    writer.number(try statistic.number(in: unit ?? statistic.unit))
                    unit = unit ?? statistic.unit
                }
                writer.key("unit")
                writer.string(unit ?? "")
                writer.byte(UInt8(ascii: "}"))
            }
            writer.byte(UInt8(ascii: "}"))
        }

        private func number(in other: String) throws(Refusal) -> Double {
            if other == unit { return number }
            guard let own = try? Unit(unit), let target = try? Unit(other), let convert = own.conversion(to: target)
            else { throw Refusal(.invalidValue, "Two `values` of one quantity type have units that do not fit.") }
            return convert(number)
        }
    }
}

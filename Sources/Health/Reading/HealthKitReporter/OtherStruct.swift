import JSON
import Vocabulary

/// Structs of characteristics, rings, prescriptions, clinical records and other kinds.
///
/// Their native samples have HealthKit's own fields in snake_case.
enum OtherStruct {
    /// Writes the fields of the payload as fields of the sample, and the metadata.
    static func write(
        _ element: Value,
        _ payload: Value,
        _ type: SampleType,
        into writer: inout Writer
    ) throws(Refusal) {
        let units = type.kind == .activitySummary ? units(in: payload) : [:]
        var members = payload.members
        while let member = members?.next() {
            guard isField(member.key), !member.value.isNull, !SampleStruct.isCommon(member.key) else { continue }
            if type.kind == .activitySummary, member.key == "date" { continue }
            try write(member.key, member.value, units, type, into: &writer)
        }
        // A payload field with the name of a common sample field is written as metadata.
        try SampleStruct.writeMetadata(element, payload, into: &writer, isNamed: isNamed) { key in
            type.kind == .activitySummary && key == "date" || payload.position == element.position
        }
    }

    private static func isNamed(_ key: Text) -> Bool { isField(key) || SampleStruct.isCommon(key) }

    private static func write(
        _ key: Text,
        _ value: Value,
        _ units: [String: [UInt8]],
        _ type: SampleType,
        into writer: inout Writer
    ) throws(Refusal) {
        if type.kind == .visionPrescription {
            if key == "dateIssuedTimestamp" { return try write("date_issued", date: value, into: &writer) }
            if key == "expirationDateTimestamp" { return try write("expiration_date", date: value, into: &writer) }
            // Only the id is needed, because the detail contains the same number.
            if key == "prescriptionType", let id = value.field("id") {
                return writer.field("prescription_type", id)
            }
        }
        if type.kind == .clinical, key == "fhirData" { return writer.field("fhir_resource", value) }
        let name = key.string
        if type.kind == .activitySummary {
            if name.hasSuffix("Unit") { return }
            // A goal has the same unit as its value.
            let unit = units[name] ?? (name.hasSuffix("Goal") ? units[String(name.dropLast(4))] : nil)
            if let number = value.double, let unit {
                writer.separate()
                writer.string(snakeCase(name))
                writer.raw(":")
                return writer.quantity(number, String(decoding: unit, as: UTF8.self))
            }
        }
        writer.separate()
        writer.string(snakeCase(name))
        writer.raw(":")
        // A FHIR resource is copied unchanged.
        if key == "fhirResource" { value.write(into: &writer) } else { write(value, into: &writer) }
    }

    /// Returns the units of an activity summary by the names of its values.
    ///
    /// For example, `appleExerciseTimeUnit` is the unit of `appleExerciseTime`.
    private static func units(in payload: Value) -> [String: [UInt8]] {
        var units: [String: [UInt8]] = [:]
        var members = payload.members
        while let member = members?.next() {
            let name = member.key.string
            if name.hasSuffix("Unit"), let unit = member.value.text { units[String(name.dropLast(4))] = unit.bytes }
        }
        return units
    }

    /// Writes a time, in seconds or milliseconds since 1970, as an ISO 8601 date.
    private static func write(_ name: StaticString, date value: Value, into writer: inout Writer) throws(Refusal) {
        let instant = try StructDates.instant(value, "\(name)", mayBeMilliseconds: true)
        let milliseconds = Instant.milliseconds(instant + Instant.secondsFrom1970)
        guard milliseconds >= 0 else { return writer.field(name, number: instant) }
        var text = Instant.iso8601(unixMilliseconds: milliseconds)
        if milliseconds % 1000 == 0 { text = text.dropLast(5) + [UInt8(ascii: "Z")] }
        writer.key(name)
        writer.string(text)
    }

    /// Writes a value with the keys of its objects in snake_case.
    private static func write(_ value: Value, into writer: inout Writer) {
        if var members = value.members {
            writer.byte(UInt8(ascii: "{"))
            while let member = members.next() {
                writer.separate()
                writer.string(snakeCase(member.key.string))
                writer.raw(":")
                write(member.value, into: &writer)
            }
            writer.byte(UInt8(ascii: "}"))
        } else if var elements = value.elements {
            writer.byte(UInt8(ascii: "["))
            while let element = elements.next() {
                writer.separate()
                write(element, into: &writer)
            }
            writer.byte(UInt8(ascii: "]"))
        } else {
            value.write(into: &writer)
        }
    }

    /// Whether a payload field can become a field of the sample, because no common sample field has its name.
    private static func isField(_ key: Text) -> Bool {
        !(key == "id" || key == "type" || key == "version" || key == "source" || key == "startDate" || key == "endDate"
            || key == "start_date" || key == "end_date" || key == "workoutId" || key == "workout_id"
            || key == "timeZone" || key == "time_zone")
    }

    /// Returns a name in snake_case, or unchanged if it does not begin with a lower-case letter.
    static func snakeCase(_ name: String) -> String {
        guard name.utf8.first.map({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }) ?? false else {
            return name
        }
        var result = ""
        var wasUpper = true
        for character in name {
            // For example, `sourceURL` becomes `source_url`.
            if character.isUppercase, !wasUpper { result += "_" }
            wasUpper = character.isUppercase
            result += character.lowercased()
        }
        return result
    }
}

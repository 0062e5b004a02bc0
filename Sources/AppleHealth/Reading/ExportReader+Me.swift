import JSON
import Vocabulary

/// Characteristics and activity summaries, which have no dates of their own in an export.
extension ExportReader {
    private static let longestText = 200
    private static let none = OriginReference.own(Origins.Origin(identity: Array("//".utf8), json: []))

    /// Adds the characteristics that are set.
    mutating func addCharacteristics() -> ExportElement {
        for attribute in scanner.attributeTexts {
            let identifier = Array(attribute.name)
            let value = String(decoding: attribute.value, as: UTF8.self)
            // iOS writes `None` if a person takes no such medication.
            if value.isEmpty || value == "None" || value.hasSuffix("NotSet") { continue }
            let type = unsafe identifier.withUnsafeBytes { unsafe Catalogue.sampleType($0) }
            guard let type, type.kind == .characteristic else {
                tally.leaveOut("unknown type \(String(decoding: identifier.prefix(80), as: UTF8.self))")
                continue
            }
            guard attribute.value.count < Self.longestText else {
                tally.leaveOut("a characteristic of more than \(Self.longestText) bytes")
                continue
            }
            guard let exportDate else {
                tally.leaveOut("a characteristic in an export without a date")
                continue
            }
            add(type, start: exportDate, end: exportDate, origin: Self.none, metadata: MetadataDraft()) {
                $0.raw("\"value\":")
                if let known = Characteristic.value(of: type, named: value) {
                    $0.number(known.code)
                } else {
                    $0.string(value)
                }
            }
        }
        return .leaf
    }

    /// Adds the activity summary of a day.
    ///
    /// Its version is the time of the export, so that a later export replaces the summary of a day that had not ended.
    mutating func addActivitySummary() -> ExportElement {
        guard let type = Catalogue.sampleType(named: "HKActivitySummaryTypeIdentifier") else { return .leaf }
        guard let text = scanner.value(of: "dateComponents"), let day = Day(text.span) else {
            tally.leaveOut("an activity summary without a day")
            return .leaf
        }
        let (start, end) = (midnight(of: day), midnight(of: Day(days: day.days + 1)))
        guard isTaken(type, start: start, end: end) else { return .leaf }
        var members = Writer()
        let energy = scanner.value(of: "activeEnergyBurnedUnit") ?? Array("kcal".utf8)
        for (attribute, unit, name) in Self.rings {
            let unit = unit.utf8CodeUnitCount == 0 ? energy : Array("\(unit)".utf8)
            write(name, attribute, unit, into: &members, of: "an activity summary")
        }
        if members.bytes.isEmpty {
            tally.leaveOut("an activity summary without numbers")
            return .leaf
        }
        if let exportDate {
            members.raw(",\"version\":")
            members.number(exportDate / 1_000)
        }
        add(type, start: start, end: end, origin: Self.none, metadata: MetadataDraft()) { $0.raw(members.bytes) }
        return .leaf
    }

    /// Appends `{"value":…,"unit":…}` as a member; a text that is not a number is counted and left out.
    mutating func write(
        _ name: StaticString,
        _ attribute: StaticString,
        _ unit: [UInt8]?,
        into writer: inout Writer,
        of element: String
    ) {
        guard let text = scanner.value(of: attribute), !text.isEmpty else { return }
        guard let number = NumberText.double(text[...]) else {
            return tally.leaveOut("a figure of \(element) that is not a number")
        }
        OtherDraft.write(name, number, unit, into: &writer)
    }

    private static let rings: [(attribute: StaticString, unit: StaticString, name: StaticString)] = [
        ("activeEnergyBurned", "", "active_energy_burned"),
        ("activeEnergyBurnedGoal", "", "active_energy_burned_goal"),
        ("appleMoveTime", "min", "apple_move_time"), ("appleMoveTimeGoal", "min", "apple_move_time_goal"),
        ("appleExerciseTime", "min", "apple_exercise_time"),
        ("appleExerciseTimeGoal", "min", "apple_exercise_time_goal"),
        ("appleStandHours", "count", "apple_stand_hours"), ("appleStandHoursGoal", "count", "apple_stand_hours_goal"),
    ]
}

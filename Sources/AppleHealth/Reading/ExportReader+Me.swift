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
            if value.isEmpty || value.hasSuffix("NotSet") { continue }
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
                if let code = Self.characteristic(value) { $0.number(code) } else { $0.string(value) }
            }
        }
        return .leaf
    }

    /// Returns the code of a value of Apple's enumerations; nil for any other text, such as a date of birth.
    private static func characteristic(_ value: String) -> Int? {
        for (prefix, names) in enumerations where value.hasPrefix(prefix) {
            if let index = names.firstIndex(of: String(value.dropFirst(prefix.utf8.count))) { return index + 1 }
        }
        return nil
    }

    /// The names by their codes, from 1.
    private static let enumerations: [(prefix: String, names: [String])] = [
        ("HKBiologicalSex", ["Female", "Male", "Other"]),
        (
            "HKBloodType",
            [
                "APositive", "ANegative", "BPositive", "BNegative", "ABPositive", "ABNegative", "OPositive",
                "ONegative",
            ]
        ),
        ("HKFitzpatrickSkinType", ["I", "II", "III", "IV", "V", "VI"]),
        ("HKWheelchairUse", ["No", "Yes"]),
        ("HKActivityMoveMode", ["ActiveEnergy", "AppleMoveTime"]),
    ]

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
            OtherDraft.write(name, scanner.value(of: attribute), unit, into: &members)
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

    private static let rings: [(attribute: StaticString, unit: StaticString, name: StaticString)] = [
        ("activeEnergyBurned", "", "active_energy_burned"),
        ("activeEnergyBurnedGoal", "", "active_energy_burned_goal"),
        ("appleMoveTime", "min", "apple_move_time"), ("appleMoveTimeGoal", "min", "apple_move_time_goal"),
        ("appleExerciseTime", "min", "apple_exercise_time"),
        ("appleExerciseTimeGoal", "min", "apple_exercise_time_goal"),
        ("appleStandHours", "count", "apple_stand_hours"), ("appleStandHoursGoal", "count", "apple_stand_hours_goal"),
    ]
}

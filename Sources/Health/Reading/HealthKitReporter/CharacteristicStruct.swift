import JSON
import Vocabulary

/// The struct of HealthKitReporter that contains all characteristics of a person, without id and dates.
///
/// ```json
/// {"biologicalSex": "Female", "birthday": "1989-05-12T00:00:00.000+02:00", "bloodType": "A+"}
/// ```
enum CharacteristicStruct {
    /// Whether a field of a record is a characteristic.
    static func names(_ key: Text) -> Bool { identifier(key) != nil }

    /// Whether an element is a struct of characteristics.
    static func isAny(_ element: Value) -> Bool {
        guard var members = element.members, element.member("identifier") == nil, element.member("uuid") == nil else {
            return false
        }
        while let member = members.next() {
            if names(member.key) { return true }
        }
        return false
    }

    /// Adds a sample for each characteristic that is set.
    static func add(_ element: Value, _ index: Int, into upload: inout UploadTranslation) {
        var members = element.members
        while let member = members?.next() {
            guard let identifier = identifier(member.key), isSet(member.value) else { continue }
            let value = member.value
            upload.addSample(0, index) { upload, writer throws(Refusal) in
                guard let digest = upload.digest(0, index) else { throw .missing("uuid") }
                let name = "\(identifier)"
                writer.raw("{\"id\":")
                writer.string(SampleStruct.id(upload.connection, Array(name.utf8), upload.start, digest))
                writer.key("type")
                writer.string(identifier)
                writer.field("start_date", number: upload.start)
                if name.hasSuffix("DateOfBirth"), let text = value.text, let day = day(text) {
                    writer.key("value")
                    writer.string(day)
                } else {
                    writer.field("value", value)
                }
                writer.byte(UInt8(ascii: "}"))
            }
        }
    }

    private static func identifier(_ key: Text) -> StaticString? {
        if key == "biologicalSex" { return "HKCharacteristicTypeIdentifierBiologicalSex" }
        if key == "birthday" { return "HKCharacteristicTypeIdentifierDateOfBirth" }
        if key == "bloodType" { return "HKCharacteristicTypeIdentifierBloodType" }
        if key == "fitzpatrickSkinType" { return "HKCharacteristicTypeIdentifierFitzpatrickSkinType" }
        if key == "wheelchairUse" { return "HKCharacteristicTypeIdentifierWheelchairUse" }
        return key == "activityMoveMode" ? "HKCharacteristicTypeIdentifierActivityMoveMode" : nil
    }

    /// Whether a characteristic is set; HealthKitReporter writes `na` for a characteristic that is not set.
    private static func isSet(_ value: Value) -> Bool {
        guard let text = value.text else { return !value.isNull }
        return !(text == "na" || text == "")
    }

    /// Returns the day of a birthday, `1989-05-12`; nil if the text does not begin with a day.
    private static func day(_ text: Text) -> String? {
        guard text.count >= 10, Day(text.span.extracting(first: 10)) != nil else { return nil }
        return String(decoding: text.bytes.prefix(10), as: UTF8.self)
    }
}

import JSON
import Vocabulary

/// The request body of the Open Wearables SDK.
///
/// ```json
/// {"provider": "apple", "syncTimestamp": "2024-04-26T08:15:00Z",
///  "data": {"records": [...], "sleep": [...], "workouts": [...]}}
/// ```
enum OpenWearables {
    private static let data = JSONPointer.root.member("data")
    /// The places of the translated lists, in the order of translation.
    private static let lists = [data.member("records"), data.member("sleep"), data.member("workouts")]

    /// Whether an object is an Open Wearables body: it has an object `data` with at least one of the lists.
    ///
    /// - Throws: A refusal, if `data` has the form of another exporter.
    static func isBody(_ record: Value) throws(Refusal) -> Bool {
        guard let data = record.field("data"), data.members != nil else { return false }
        if data.member("metrics") != nil { throw foreign("metrics") }
        if data.member("records") == nil, data.member("sleep") == nil, data.member("workouts") == nil {
            if let list = others(data).first { throw foreign(list) }
            return false
        }
        if let workout = first(data.field("workouts")), workout.field("start") != nil, workout.field("startDate") == nil
        {
            throw foreign("workouts")
        }
        return true
    }

    @_lifetime(copy list)
    private static func first(_ list: Value?) -> Value? {
        guard var elements = list?.elements else { return nil }
        return elements.next()
    }

    private static func foreign(_ list: String) -> Refusal {
        .quoting(
            .invalidType,
            "The record is neither an upload nor of a dialect that this version takes: it has %.",
            "data.\(list.prefix(40))"
        )
    }

    /// Returns the names of the nonempty lists and objects in `data` that this version does not translate.
    private static func others(_ data: Value?) -> [String] {
        guard var members = data?.countingMembers() else { return [] }
        var names: [String] = []
        while let member = members.next() {
            let (key, value) = (member.key, member.value)
            if key == "records" || key == "sleep" || key == "workouts" { continue }
            if value.elements != nil || value.members != nil, value.count > 0 { names.append(key.string) }
        }
        return names
    }

    /// Returns the places of the lists: first the translated lists, then the refused lists.
    static func containers(_ body: Value) -> [JSONPointer] {
        lists + others(body.field("data")).map { data.member($0) }
    }

    /// Returns the number of elements of a body; a list that is not translated counts as one element.
    static func count(_ body: Value) -> Int {
        let data = body.field("data")
        func count(_ list: Value?) -> Int { list?.kind == .array ? list?.count ?? 0 : 0 }
        return count(data?.field("records")) + count(data?.field("sleep")) + count(data?.field("workouts"))
            + others(data).count
    }

    /// Translates the elements of a body, or throws the refusal of the whole body.
    static func translate(_ body: Value, into upload: inout UploadTranslation) throws(Refusal) {
        if let provider = body.field("provider") {
            guard let name = provider.text else { throw .wrongType("provider", "a string") }
            guard name == "apple" else {
                throw Refusal(.invalidType, "This version takes Open Wearables bodies of the provider `apple` only.")
            }
        }
        if let time = body.field("syncTimestamp") {
            _ = try upload.dates.instant(time, "syncTimestamp")
            upload.collectedAt = time.written
        }
        guard let data = body.field("data") else { throw .missing("data") }
        try translate(data.field("records"), "data.records", 0, into: &upload, record)
        try translate(data.field("sleep"), "data.sleep", 1, into: &upload, sleep)
        try translate(data.field("workouts"), "data.workouts", 2, into: &upload, OpenWearablesWorkout.write)
        for (place, name) in others(data).enumerated() {
            upload.addSample(lists.count + place, nil) { _, _ throws(Refusal) in
                let place = String(identifier: "data.\(name)".utf8)
                throw .about(.invalidType, "This version does not process the list%.", place)
            }
        }
    }

    private static func translate(
        _ list: Value?,
        _ name: String,
        _ container: Int,
        into upload: inout UploadTranslation,
        _ write: (Value, inout Writer) throws(Refusal) -> Void
    ) throws(Refusal) {
        guard let list else { return }
        guard var elements = list.elements else { throw .wrongType(name, "an array") }
        var index = 0
        while let element = elements.next() {
            upload.addSample(container, index) { upload, writer throws(Refusal) in
                guard element.members != nil else {
                    throw Refusal(.decodingError, "An element of `\(name)` must be a JSON object.")
                }
                note(element, &upload)
                writer.byte(UInt8(ascii: "{"))
                try writeCommon(element, into: &writer)
                try write(element, &writer)
                writer.byte(UInt8(ascii: "}"))
            }
            index += 1
        }
    }

    /// Adds the end of a sample to the translation.
    ///
    /// If neither the body nor its record has a time, the latest end becomes the time of the upload.
    private static func note(_ element: Value, _ upload: inout UploadTranslation) {
        let end = element.field("endDate", or: "startDate")
        if let end = try? upload.dates.instant(end, "endDate") { upload.note(end: end) }
    }

    /// Writes the fields that all elements have, except the metadata.
    private static func writeCommon(_ element: Value, into writer: inout Writer) throws(Refusal) {
        guard let start = element.field("startDate") else { throw .missing("startDate") }
        writer.field("id", element.field("id"))
        writer.field("start_date", start)
        writer.field("end_date", element.field("endDate"))
        writer.field("time_zone", element.field("zoneOffset"))
        try OpenWearablesSource.write(element.field("source"), into: &writer)
    }

    private static func record(_ record: Value, into writer: inout Writer) throws(Refusal) {
        let type = record.field("type")
        let unit = record.field("unit")
        writer.field("type", type)
        if let percent = hundredths(record.field("value"), type, unit) {
            writer.field("value", number: percent / 100)
        } else {
            writer.field("value", record.field("value"))
        }
        if let unit { OpenWearablesUnit.write(unit, into: &writer) }
        try metadata(of: record, into: &writer) { key in
            isCommon(key) || key == "type" || key == "value" || key == "unit"
        }
    }

    /// Returns an oxygen saturation that the SDK has multiplied by 100; nil if the value is a fraction.
    ///
    /// The two forms cannot be confused, because no living person has a saturation of about 1 %.
    private static func hundredths(_ value: Value?, _ type: Value?, _ unit: Value?) -> Double? {
        guard let type = type?.text, type == "HKQuantityTypeIdentifierOxygenSaturation", let unit = unit?.text,
            unit == "%", let value = value?.double, value > 1.1
        else { return nil }
        return value
    }

    private static func sleep(_ sleep: Value, into writer: inout Writer) throws(Refusal) {
        guard let field = sleep.field("stage") else { throw .missing("stage") }
        guard let stage = field.text else { throw .wrongType("stage", "a string") }
        guard let code = code(ofStage: stage) else {
            throw Refusal(.invalidValue, "The field `stage` is no sleep stage that this version knows.")
        }
        writer.raw(",\"type\":\"HKCategoryTypeIdentifierSleepAnalysis\",\"value\":")
        writer.number(code)
        try metadata(of: sleep, into: &writer) { key in isCommon(key) || key == "stage" }
    }

    /// Returns HealthKit's code of a sleep stage; nil if unknown.
    private static func code(ofStage stage: Text) -> Int? {
        if stage == "in_bed" || stage == "inBed" { return 0 }
        if stage == "sleeping" || stage == "asleep" || stage == "unknown" { return 1 }
        if stage == "awake" { return 2 }
        if stage == "light" { return 3 }
        if stage == "deep" { return 4 }
        return stage == "rem" ? 5 : nil
    }

    /// Whether a field can occur in all elements.
    static func isCommon(_ key: Text) -> Bool {
        key == "id" || key == "startDate" || key == "endDate" || key == "zoneOffset" || key == "source"
            || key == "metadata"
    }

    /// Writes the metadata: source values without a native field, unnamed fields, and the element's own metadata.
    ///
    /// `writer` is the sample, to which the metadata is appended. `values` writes further members of the metadata.
    /// `isNamed` is true if a field has a place in the sample.
    ///
    /// - Throws: A refusal, if the metadata is not an object or contains an integer that does not fit into 64 bits.
    static func metadata(
        of element: Value,
        into writer: inout Writer,
        _ values: (inout Writer) throws(Refusal) -> Void = { _ throws(Refusal) in },
        isNamed: (Text) -> Bool
    ) throws(Refusal) {
        try writer.object("metadata") { writer throws(Refusal) in
            try OpenWearablesSource.writeRest(element.field("source"), into: &writer)
            var members = element.members
            while let member = members?.next() {
                if !isNamed(member.key) { try writer.unnamed(member.key, member.value) }
            }
            try values(&writer)
            guard let metadata = element.field("metadata") else { return }
            guard let members = metadata.members else { throw .wrongType("metadata", "an object") }
            write(members, into: &writer)
        }
    }

    /// Writes metadata, whose values the SDK sends as text.
    private static func write(_ metadata: Members, into writer: inout Writer) {
        var members = metadata
        var texts = MetadataText()
        while let member = members.next() {
            writer.separate()
            writer.string(member.key)
            writer.raw(":")
            if let text = member.value.text {
                texts.write(text.bytes, of: member.key.bytes, into: &writer)
            } else {
                member.value.write(into: &writer)
            }
        }
    }
}

import JSON

/// The members of a sample's JSON object, told apart in one pass: of equal keys the last, null ones not at all.
struct SampleFields {
    /// `id`.
    var id: Value?
    /// `type`.
    var type: Value?
    /// `start_date`.
    var start: Value?
    /// `end_date`.
    var end: Value?
    /// `value`.
    var value: Value?
    /// `unit`.
    var unit: Value?
    /// `count`.
    var count: Value?
    /// `minimum`.
    var minimum: Value?
    /// `maximum`.
    var maximum: Value?
    /// `source`.
    var source: Value?
    /// `device`.
    var device: Value?
    /// `metadata`.
    var metadata: Value?
    /// `version`.
    var version: Value?
    /// `workout_id`.
    var workout: Value?
    /// Every member, for kinds that carry others.
    let members: Members

    /// Reads a sample; it must be an object.
    init(_ sample: Value) throws(Refusal) {
        guard let members = sample.members else {
            throw Refusal(.decodingError, "A sample must be a JSON object.")
        }
        self.members = members
        for (key, member) in members {
            let value = member.isNull ? nil : member
            switch key.count {
            case 2 where key == "id": id = value
            case 4 where key == "type": type = value
            case 4 where key == "unit": unit = value
            case 5 where key == "value": self.value = value
            case 5 where key == "count": count = value
            case 6 where key == "source": source = value
            case 6 where key == "device": device = value
            case 7 where key == "version": version = value
            case 7 where key == "minimum": minimum = value
            case 7 where key == "maximum": maximum = value
            case 8 where key == "end_date": end = value
            case 8 where key == "metadata": metadata = value
            case 10 where key == "start_date": start = value
            case 10 where key == "workout_id": workout = value
            default: break
            }
        }
    }

    /// The members that a kind of its own carries, as canonical JSON; what every sample has is left out.
    func others() -> [UInt8] {
        var last: [[UInt8]: Value] = [:]
        for (key, value) in members where !Self.isCommon(key) {
            last[key.bytes] = value
        }
        var writer = Writer()
        writer.raw("{")
        var isFirst = true
        for (key, value) in last.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) where !value.isNull {
            if !isFirst { writer.raw(",") }
            isFirst = false
            writer.string(key)
            writer.raw(":")
            value.writeCanonical(into: &writer)
        }
        writer.raw("}")
        return writer.bytes
    }

    private static func isCommon(_ key: Text) -> Bool {
        key == "id" || key == "type" || key == "start_date" || key == "end_date" || key == "source" || key == "device"
            || key == "metadata" || key == "version" || key == "workout_id"
    }
}

import JSON

/// The members of a sample's JSON object, told apart in one pass: of equal keys the last, null ones not at all.
///
/// Positions rather than values: a sample has few of them, and every one is read once.
struct SampleFields {
    /// A member that every sample may have.
    enum Field: Int, CaseIterable {
        case id, type, start, end, value, unit, count, minimum, maximum, source, device, metadata, version, workout
    }

    /// Every member, for kinds that carry others.
    let members: Members
    private let sample: Value
    /// Where each field stands, 0 where it is missing: no member stands at the start of a document.
    private var positions = InlineArray<14, Int32>(repeating: 0)

    /// Reads a sample; it must be an object.
    init(_ sample: Value) throws(Refusal) {
        guard let members = sample.members else {
            throw Refusal(.decodingError, "A sample must be a JSON object.")
        }
        self.members = members
        self.sample = sample
        for (key, value) in members {
            guard let field = Self.field(key) else { continue }
            positions[field.rawValue] = value.isNull ? 0 : value.position
        }
    }

    /// A field's value, nil where it is missing or null.
    @inline(__always) subscript(field: Field) -> Value? {
        let position = positions[field.rawValue]
        return position == 0 ? nil : sample.sibling(at: position)
    }

    @inline(__always) private static func field(_ key: Text) -> Field? {
        switch key.count {
        case 2 where key == "id": .id
        case 4 where key == "type": .type
        case 4 where key == "unit": .unit
        case 5 where key == "value": .value
        case 5 where key == "count": .count
        case 6 where key == "source": .source
        case 6 where key == "device": .device
        case 7 where key == "version": .version
        case 7 where key == "minimum": .minimum
        case 7 where key == "maximum": .maximum
        case 8 where key == "end_date": .end
        case 8 where key == "metadata": .metadata
        case 10 where key == "start_date": .start
        case 10 where key == "workout_id": .workout
        default: nil
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

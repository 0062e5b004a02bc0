import JSON
import Vocabulary

/// The members of a sample's JSON object, classified in one pass.
///
/// If a key occurs twice, the last member counts. A null value counts as missing. Positions are stored instead of
/// values, because each field is read at most once.
struct SampleFields: ~Escapable {
    /// A member that every sample can have.
    enum Field: Int, CaseIterable {
        case id, type, start, end, value, unit, count, minimum, maximum, source, device, metadata, version, workout
        case zone
    }

    private let sample: Value
    /// The position of each field in the parsed document; 0 if missing, because no member is at position 0.
    private var positions = InlineArray<15, Int32>(repeating: 0)

    /// Classifies the members of a sample, or throws a refusal if the sample is not an object.
    @_lifetime(copy sample)
    init(_ sample: Value) throws(Refusal) {
        guard var members = sample.members else {
            throw Refusal(.decodingError, "A sample must be a JSON object.")
        }
        self.sample = sample
        while let member = members.next() {
            guard let field = Self.field(member.key) else { continue }
            positions[field.rawValue] = member.value.isNull ? 0 : member.value.position
        }
    }

    /// The value of a field; nil if it is missing or null.
    @inline(__always) subscript(field: Field) -> Value? {
        @_lifetime(copy self)
        get {
            let position = positions[field.rawValue]
            // Safe, because the position belongs to a member of this sample.
            return position == 0 ? nil : unsafe sample.sibling(at: position)
        }
    }

    /// Returns the value of a member that only some kinds of samples have; nil if it is missing or null.
    @_lifetime(copy self)
    func own(_ name: StaticString) -> Value? { sample.field(name) }

    @inline(__always) private static func field(_ key: Text) -> Field? {
        let head = key.head
        switch key.count {
        case 2: return head == Names.id ? .id : nil
        case 4: return head == Names.type ? .type : head == Names.unit ? .unit : nil
        case 5: return head == Names.value ? .value : head == Names.count ? .count : nil
        case 6: return head == Names.source ? .source : head == Names.device ? .device : nil
        case 7:
            return head == Names.version
                ? .version : head == Names.minimum ? .minimum : head == Names.maximum ? .maximum : nil
        case 8: return head == Names.end ? .end : head == Names.metadata ? .metadata : nil
        case 9: return head == Names.zone.head && key.tail == Names.zone.tail ? .zone : nil
        case 10:
            // The last eight characters overlap with the first eight, so both together compare the whole name.
            if head == Names.start.head, key.tail == Names.start.tail { return .start }
            return head == Names.workout.head && key.tail == Names.workout.tail ? .workout : nil
        default: return nil
        }
    }

    /// The field names as little-endian words, as `Text.head` and `Text.tail` return them.
    private enum Names {
        static var id: UInt64 { 0x0000_0000_0000_6469 }
        static var type: UInt64 { 0x0000_0000_6570_7974 }
        static var unit: UInt64 { 0x0000_0000_7469_6e75 }
        static var value: UInt64 { 0x0000_0065_756c_6176 }
        static var count: UInt64 { 0x0000_0074_6e75_6f63 }
        static var source: UInt64 { 0x0000_6563_7275_6f73 }
        static var device: UInt64 { 0x0000_6563_6976_6564 }
        static var version: UInt64 { 0x006e_6f69_7372_6576 }
        static var minimum: UInt64 { 0x006d_756d_696e_696d }
        static var maximum: UInt64 { 0x006d_756d_6978_616d }
        static var end: UInt64 { 0x6574_6164_5f64_6e65 }
        static var metadata: UInt64 { 0x6174_6164_6174_656d }
        /// `start_date`: its first eight characters, and its last eight.
        static var start: (head: UInt64, tail: UInt64) { (0x6164_5f74_7261_7473, 0x6574_6164_5f74_7261) }
        static var zone: (head: UInt64, tail: UInt64) { (0x6e6f_7a5f_656d_6974, 0x656e_6f7a_5f65_6d69) }
        static var workout: (head: UInt64, tail: UInt64) { (0x5f74_756f_6b72_6f77, 0x6469_5f74_756f_6b72) }
    }

    /// Returns the members that only this kind of sample has, as canonical JSON without nulls.
    ///
    /// A characteristic may be uploaded as a number or a name. It becomes a quantity with the name as its unit.
    func others(of type: SampleType) throws(Refusal) -> [UInt8] {
        var writer = Writer()
        writer.raw("{")
        var isFirst = true
        var members = sample.countingMembers()
        while let member = members?.next() {
            if Self.isCommon(member.key) { continue }
            if member.value.hasUnsigned { throw .beyond64Bits }
            if !isFirst { writer.raw(",") }
            isFirst = false
            writer.string(member.key)
            writer.raw(":")
            if type.kind == .characteristic, member.key == "value", let value = Self.characteristic(member.value, type)
            {
                writer.raw("{\"unit\":")
                writer.string(value.name)
                writer.raw(",\"value\":")
                writer.number(value.code)
                writer.raw("}")
            } else {
                member.value.writeCanonical(into: &writer, keepsNulls: false)
            }
        }
        writer.raw("}")
        return writer.bytes
    }

    private static func characteristic(_ value: Value, _ type: SampleType) -> Characteristic? {
        if let text = value.text { return Characteristic.value(of: type, named: text.string) }
        return value.integer.flatMap { Characteristic.value(of: type, code: $0) }
    }

    private static func isCommon(_ key: Text) -> Bool {
        key == "id" || key == "type" || key == "start_date" || key == "end_date" || key == "source" || key == "device"
            || key == "metadata" || key == "version" || key == "workout_id" || key == "time_zone"
    }
}

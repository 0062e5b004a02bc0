import JSON

/// The fields in the text of a device: `<<HKDevice: 0x283d>, name:Apple Watch, manufacturer:Apple Inc., …>`.
///
/// Values may contain commas, so a field begins only at `, ` and a known name with a colon. The address and the
/// creation date are skipped, because they differ between exports of the same phone.
struct DeviceText {
    /// The field names in an export and their keys in uploads; a creation date has no key.
    private static let names: [(name: String, key: String)] = [
        ("name:", "name"), ("manufacturer:", "manufacturer"), ("model:", "model"), ("hardware:", "hardwareVersion"),
        ("firmware:", "firmwareVersion"), ("software:", "softwareVersion"), ("localIdentifier:", "localIdentifier"),
        ("UDI:", "udiDeviceIdentifier"), ("udiDeviceIdentifier:", "udiDeviceIdentifier"), ("creation date:", ""),
    ]

    /// The fields that a sample keeps, in the order of the text.
    private(set) var fields: [(key: String, name: String, value: String)] = []

    /// Splits a text into fields; text that is not an `HKDevice` becomes the name of a device.
    init(_ text: String) {
        var rest = Substring(text)
        guard rest.hasPrefix("<<HKDevice"), let end = rest.firstIndex(of: ">"), rest.hasSuffix(">") else {
            fields = text.isEmpty ? [] : [("name", "name:", text)]
            return
        }
        rest = rest[rest.index(after: end)...].dropLast()
        while let (field, after) = Self.field(rest) {
            let next = Self.next(after)
            let value = after[..<next]
            if !field.key.isEmpty, value != "(null)" { fields.append((field.key, field.name, String(value))) }
            rest = after[next...]
        }
    }

    /// Returns the field at the beginning of a text, and the text after its colon.
    private static func field(_ text: Substring) -> (field: (name: String, key: String), rest: Substring)? {
        guard text.hasPrefix(", ") else { return nil }
        let rest = text.dropFirst(2)
        guard let field = names.first(where: { rest.hasPrefix($0.name) }) else { return nil }
        return (field, rest.dropFirst(field.name.count))
    }

    /// Returns the position of the next field, or the end.
    private static func next(_ text: Substring) -> Substring.Index {
        var place = text.startIndex
        while let comma = text[place...].firstIndex(of: ",") {
            if field(text[comma...]) != nil { return comma }
            place = text.index(after: comma)
        }
        return text.endIndex
    }

    /// The fields as text, for the name from which a sample's id is derived.
    var identity: String { fields.map { $0.name + $0.value }.joined(separator: ", ") }

    /// The device as JSON for an upload; nil if there are no fields.
    var json: [UInt8]? {
        if fields.isEmpty { return nil }
        return Writer.object { writer in
            for field in fields { writer.member(field.key, field.value) }
        }
    }
}

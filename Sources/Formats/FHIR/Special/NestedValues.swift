import JSON

/// A reader of texts that contain JSON, as documents write what is deeper than a list of values.
///
/// It keeps its parser, because a field can have thousands of texts.
struct NestedValues: ~Copyable {
    typealias Leaf = (path: String, value: ForkDocument.Measure, meaning: ForkDocument.TypedValue)

    private var parser = Parser()

    /// Returns the values in an object or an array, each with its path of keys and dots.
    ///
    /// The result is nil for another text, and if there are more than `limit` values.
    ///
    /// An object with a value and a unit is one value. Nulls and empty texts are left out, and so are the positions in
    /// arrays: their values have one path. `path` is what the paths begin with.
    mutating func read(_ text: String, path: String, limit: Int) -> [Leaf]? {
        guard limit > 0, let first = text.utf8.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
            return nil
        }
        guard let value = try? parser.parse(Array(text.utf8)) else { return nil }
        var leaves: [Leaf] = []
        Self.add(value, path, to: &leaves, limit)
        return leaves.count <= limit ? leaves : nil
    }

    /// Adds leaves until there is one more than the limit.
    private static func add(_ json: Value, _ path: String, to leaves: inout [Leaf], _ limit: Int) {
        if leaves.count > limit { return }
        if let measure = json.measure {
            leaves.append((path, measure, .number))
        } else if var members = json.members {
            while let member = members.next() {
                add(member.value, FHIR.FieldCodes.path(path, member.key.string), to: &leaves, limit)
            }
        } else if var elements = json.elements {
            while let element = elements.next() { add(element, path, to: &leaves, limit) }
        } else if let bool = json.bool {
            leaves.append((path, ForkDocument.Measure(), .bool(bool)))
        } else if let text = json.text?.string, !text.isEmpty {
            leaves.append((path, ForkDocument.Measure(), .text(text)))
        }
    }
}

extension Value {
    /// A number, or an object with nothing but a value and a unit; nil for other values.
    fileprivate var measure: ForkDocument.Measure? {
        if let number = double { return ForkDocument.Measure(number: number, integer: integer, unit: "count") }
        guard count == 2, let value = member("value"), let number = value.double,
            let unit = member("unit")?.text?.string
        else { return nil }
        return ForkDocument.Measure(number: number, integer: value.integer, unit: unit)
    }
}

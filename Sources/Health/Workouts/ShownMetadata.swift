import JSON

/// Looks up values in metadata in the JSON form that documents show.
struct ShownMetadata: ~Copyable {
    private var parser = Parser()

    /// Returns the number of a key; nil if the key is missing or has another unit.
    mutating func number(_ key: StaticString, unit: String, in metadata: ArraySlice<UInt8>) -> Double? {
        guard !metadata.isEmpty, let value = try? parser.parse(Array(metadata)).member(key),
            value.member("unit")?.text?.string == unit
        else { return nil }
        return value.member("quantity")?.double
    }

    /// Whether the metadata has one of two keys.
    mutating func has(_ key: StaticString, _ other: StaticString, in metadata: ArraySlice<UInt8>) -> Bool {
        guard !metadata.isEmpty, let members = try? parser.parse(Array(metadata)) else { return false }
        return members.member(key) != nil || members.member(other) != nil
    }
}

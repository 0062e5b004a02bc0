/// One metadata key that HealthKit knows, and what its values are.
package struct MetadataKey: Sendable {
    /// What the values of a key are.
    package enum Kind: String, Sendable {
        case bool, int, number, string, quantity, date
        /// Not a key of HealthKit's but one that documents add (`duration` of a workout).
        case synthetic
    }

    /// The key, as metadata writes it.
    package let name: String
    /// What its values are.
    package let kind: Kind
    /// The unit of a quantity key's values, also of a bare number; nil for other kinds and where any unit stays.
    package let unit: Unit?

    static let all: [MetadataKey] = tableRows(table).compactMap(MetadataKey.init)
    static let names = NameTable(all.map(\.name))

    private init?(fields: [String]) {
        guard fields.count == 3, let kind = Kind(rawValue: fields[1]) else { return nil }
        name = fields[0]
        self.kind = kind
        unit = fields[2].isEmpty ? nil : try? Unit(fields[2])
    }
}

extension Catalogue {
    /// What is known of a metadata key; nil for the keys of apps, and for those that HealthKit adds later.
    package static func metadataKey(_ key: UnsafeRawBufferPointer) -> MetadataKey? {
        unsafe MetadataKey.names.index(of: key).map { MetadataKey.all[$0] }
    }

    /// What is known of a metadata key given as a string.
    package static func metadataKey(named key: String) -> MetadataKey? {
        MetadataKey.names.index(of: key).map { MetadataKey.all[$0] }
    }

    /// All metadata keys, in the table's order.
    package static var metadataKeys: [MetadataKey] { MetadataKey.all }
}

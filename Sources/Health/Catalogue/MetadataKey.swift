/// One metadata key that HealthKit knows, and what its values are, as its place in the table.
package struct MetadataKey: Hashable, Sendable {
    /// What the values of a key are.
    package enum Kind: String, Sendable {
        case bool, int, number, string, quantity, date
        /// Not a key of HealthKit's but one that documents add (`duration` of a workout).
        case synthetic
    }

    private let index: UInt16

    init(index: Int) {
        self.index = UInt16(index)
    }

    /// The key, as metadata writes it.
    package var name: String { MetadataKeyRow.all[Int(index)].name }
    /// What its values are.
    package var kind: Kind { MetadataKeyRow.all[Int(index)].kind }
    /// The unit of a quantity key's values, also of a bare number; nil for other kinds and where any unit stays.
    package var unit: Unit? { MetadataKeyRow.all[Int(index)].unit }
}

/// What the table says about one metadata key.
struct MetadataKeyRow: Sendable {
    let name: String
    let kind: MetadataKey.Kind
    let unit: Unit?

    /// All rows, parsed at the first use.
    static let all: [MetadataKeyRow] = tableRows(MetadataKey.table).compactMap(MetadataKeyRow.init)
    /// Finds a row by its key.
    static let names = NameTable(all.map(\.name))

    private init?(fields: [String]) {
        guard fields.count == 3, let kind = MetadataKey.Kind(rawValue: fields[1]) else { return nil }
        name = fields[0]
        self.kind = kind
        unit = fields[2].isEmpty ? nil : try? Unit(fields[2])
    }
}

extension Catalogue {
    /// What is known of a metadata key; nil for the keys of apps, and for those that HealthKit adds later.
    package static func metadataKey(_ key: UnsafeRawBufferPointer) -> MetadataKey? {
        unsafe MetadataKeyRow.names.index(of: key).map(MetadataKey.init(index:))
    }

    /// What is known of a metadata key given as a string.
    package static func metadataKey(named key: String) -> MetadataKey? {
        MetadataKeyRow.names.index(of: key).map(MetadataKey.init(index:))
    }

    /// All metadata keys, in the table's order.
    package static let metadataKeys: [MetadataKey] = MetadataKeyRow.all.indices.map(MetadataKey.init(index:))
}

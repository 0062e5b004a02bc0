/// A metadata key of HealthKit, as an index into the table.
package struct MetadataKey: Hashable, Sendable {
    /// The kind of values that a key has.
    package enum Kind: String, Sendable {
        case bool, int, number, string, quantity, date
        /// Not a HealthKit key, but one that documents add, such as a workout's `duration`.
        case synthetic
    }

    private let index: UInt16

    init(index: Int) {
        self.index = UInt16(index)
    }

    /// The key as it occurs in metadata.
    package var name: String { MetadataKeyRow.all[Int(index)].name }
    package var kind: Kind { MetadataKeyRow.all[Int(index)].kind }
    /// The unit of a quantity key; nil for other kinds, and for keys whose values keep their uploaded units.
    ///
    /// A value without a unit is in this unit.
    package var unit: Unit? { MetadataKeyRow.all[Int(index)].unit }
}

/// A row of the table of metadata keys.
struct MetadataKeyRow: Sendable {
    let name: String
    let kind: MetadataKey.Kind
    let unit: Unit?

    /// All rows; parsed at first use.
    static let all: [MetadataKeyRow] = tableRows(MetadataKey.table).compactMap(MetadataKeyRow.init)
    /// The index of each row by its key.
    static let names = NameTable(all.map(\.name))

    private init?(fields: [String]) {
        guard fields.count == 3, let kind = MetadataKey.Kind(rawValue: fields[1]) else { return nil }
        name = fields[0]
        self.kind = kind
        unit = fields[2].isEmpty ? nil : try? Unit(fields[2])
    }
}

extension Catalogue {
    /// Returns a metadata key; nil for keys of apps, and for keys that HealthKit adds later.
    package static func metadataKey(_ key: UnsafeRawBufferPointer) -> MetadataKey? {
        unsafe MetadataKeyRow.names.index(of: key).map(MetadataKey.init(index:))
    }

    /// Returns a metadata key; nil for keys of apps, and for keys that HealthKit adds later.
    package static func metadataKey(named key: String) -> MetadataKey? {
        MetadataKeyRow.names.index(of: key).map(MetadataKey.init(index:))
    }

    /// Returns whether HealthKit stores the percentages of a key in hundredths; it stores all others as fractions.
    package static func isInHundredths(metadataKey key: String) -> Bool { key == "HKWeatherHumidity" }

    /// All metadata keys, in the order of the table.
    package static let metadataKeys: [MetadataKey] = MetadataKeyRow.all.indices.map(MetadataKey.init(index:))
}

/// A value of one of HealthKit's characteristics, such as the biological sex or the blood type.
package struct Characteristic: Equatable, Sendable {
    /// The raw value of HealthKit's enumeration.
    package let code: Int64
    /// The name that documents show next to the number, such as `female`.
    package let name: String

    /// Returns the value of a characteristic for a code; nil if the type has no named values (date of birth).
    ///
    /// If the code has no name, the name is the code as text.
    package static func value(of type: SampleType, code: Int64) -> Self? {
        guard let values = values[type.index] else { return nil }
        return values.codes[code] ?? Characteristic(code: code, name: "\(code)")
    }

    /// Returns the value of a characteristic with a name.
    ///
    /// The text is the name in documents, Apple's constant (`HKBiologicalSexFemale`), or the text of
    /// HealthKitReporter (`Female`, `Active energy`). Case and spaces do not matter. Nil for any other text.
    package static func value(of type: SampleType, named text: String) -> Self? {
        values[type.index]?.names[folded(text)]
    }

    private static func folded(_ text: String) -> String { text.lowercased().filter { $0 != " " } }

    /// The values by the index of their type; parsed at first use.
    private static let values: [UInt16: (codes: [Int64: Characteristic], names: [String: Characteristic])] = {
        var values: [UInt16: (codes: [Int64: Characteristic], names: [String: Characteristic])] = [:]
        for fields in tableRows(table) {
            guard fields.count == 4, let code = Int64(fields[1]),
                let type = Catalogue.sampleType(named: "HKCharacteristicTypeIdentifier" + fields[0])
            else { continue }
            let value = Characteristic(code: code, name: fields[2])
            values[type.index, default: ([:], [:])].codes[code] = value
            for name in fields[2...] { values[type.index]?.names[folded(name)] = value }
        }
        return values
    }()
}

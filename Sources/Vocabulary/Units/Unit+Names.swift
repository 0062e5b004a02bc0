extension Unit {
    /// The names of HealthKit's units without prefixes, such as `g`.
    package static var names: [String] { UnitSymbol.table.map(\.name) }

    /// Splits the name of a unit into its metric prefix, which can be empty, and the name without prefix: `mcg` into `mc`
    /// and `g`; nil if there is no such unit.
    package static func split(_ name: ArraySlice<UInt8>) -> (prefix: String, name: String)? {
        guard let (symbol, prefix) = UnitSymbol.resolve(name) else { return nil }
        return (String(decoding: prefix.name, as: UTF8.self), symbol.name)
    }
}

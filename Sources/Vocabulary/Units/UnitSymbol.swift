/// A named unit: one row of the table of HealthKit's units.
struct UnitSymbol: Sendable {
    let name: String
    let dimension: Dimension
    let factor: Ratio
    let zero: Ratio
    /// Whether metric prefixes are allowed.
    let takesPrefixes: Bool

    init(
        _ name: String,
        _ dimension: Dimension,
        _ numerator: Double,
        _ denominator: Double = 1,
        zero: (Double, Double) = (0, 1),
        prefixes: Bool = false
    ) {
        self.name = name
        self.dimension = dimension
        factor = Ratio(numerator, denominator)
        self.zero = Ratio(zero.0, zero.1)
        takesPrefixes = prefixes
    }

    private static let names = NameTable(table.map(\.name))

    /// Returns the row with exactly this name, so that `min` is a minute and not a milli-inch.
    static func named(_ name: ArraySlice<UInt8>) -> UnitSymbol? {
        unsafe name.withUnsafeBytes { unsafe names.index(of: $0) }.map { table[$0] }
    }

    /// Returns the row of a name, and the name and the factor of its prefix, which can be empty.
    static func resolve(
        _ name: ArraySlice<UInt8>
    ) -> (symbol: UnitSymbol, prefix: (name: [UInt8], factor: Ratio))? {
        if let symbol = named(name) { return (symbol, ([], .one)) }
        for prefix in prefixes where name.starts(with: prefix.name) {
            guard let symbol = named(name.dropFirst(prefix.name.count)), symbol.takesPrefixes else { continue }
            return (symbol, prefix)
        }
        return nil
    }

    private static let prefixes: [(name: [UInt8], factor: Ratio)] = [
        ("f", Ratio(1, 1e15)), ("p", Ratio(1, 1e12)), ("n", Ratio(1, 1e9)),
        // The micro sign and the Greek letter mu look the same, and both are in use.
        ("\u{B5}", Ratio(1, 1e6)), ("\u{3BC}", Ratio(1, 1e6)), ("mc", Ratio(1, 1e6)),
        ("m", Ratio(1, 1e3)), ("c", Ratio(1, 100)), ("da", Ratio(10, 1)), ("d", Ratio(1, 10)),
        ("h", Ratio(100, 1)), ("k", Ratio(1e3, 1)), ("M", Ratio(1e6, 1)), ("G", Ratio(1e9, 1)), ("T", Ratio(1e12, 1)),
    ].map { name, factor in ([UInt8](name.utf8), factor) }
}

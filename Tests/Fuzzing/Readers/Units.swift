import Vocabulary

/// A unit is refused, or can be reckoned with and keeps its text.
enum Units {
    static func check(_ bytes: [UInt8]) throws(Fault) {
        guard let unit = try? unsafe bytes.withUnsafeBytes({ unsafe try Unit(parsing: $0) }) else { return }
        try expect(Array(unit.string.utf8) == bytes, "its text is \(unit.string)")
        try expect(unit.conversion(to: unit)?.isIdentity == true, "it does not convert to itself")
        guard let again = try? Unit(unit.string) else { throw Fault("its own text is no unit") }
        try expect(again == unit, "read twice it is two units")
    }
}

import Testing
import Vocabulary

@Suite struct UnitGrammarTests {
    /// A unit, another one of the same dimension, and how many of the other it is.
    static let factors: [(String, String, Double)] = [
        ("kg", "g", 1000), ("mcg", "g", 1e-6), ("µg", "g", 1e-6), ("μg", "g", 1e-6), ("dag", "g", 10),
        ("fg", "g", 1e-15), ("pg", "ng", 1e-3), ("Gg", "Mg", 1e3), ("Tg", "kg", 1e9), ("oz", "g", 28.349523125),
        ("lb", "kg", 0.45359237), ("st", "lb", 14), ("mi", "m", 1609.344), ("yd", "ft", 3), ("in", "cm", 2.54),
        ("L", "dm^3", 1), ("mL", "cm^3", 1), ("m^3", "L", 1000), ("cup_us", "fl_oz_us", 8), ("pt_imp", "fl_oz_imp", 20),
        ("hPa", "Pa", 100), ("mmHg", "Pa", 133.322387415), ("inHg", "Pa", 3386.38816),
        ("atm", "cmAq", 1033.227452799885),
        ("min", "s", 60), ("hr", "min", 60), ("d", "hr", 24), ("ms", "s", 1e-3), ("mcs", "ns", 1000),
        ("kcal", "J", 4184), ("Cal", "kcal", 1), ("cal", "J", 4.184), ("kJ", "kcal", 0.2390057361376673),
        ("Hz", "count/min", 60), ("MHz", "Hz", 1e6), ("W", "J/s", 1), ("kcal/hr", "W", 4184.0 / 3600), ("W·s", "J", 1),
        ("%", "count", 1), ("count·count", "%", 1), ("count/s", "Hz", 1), ("s^-1", "Hz", 1), ("Hz^2", "s^-2", 1),
        ("m/s^2", "km/hr^2", 12960), ("(m/s)^2", "m^2/s^2", 1), ("((m))", "m", 1),
        ("mL/kg*min", "mL/(kg*min)", 1), ("mL/min·kg", "mL/kg.min", 1),
        ("kcal/hr·kg", "kcal/(kg*hr)", 1), ("kcal/(kg*hr)", "J/(g*s)", 4184.0 / 3_600_000),
        ("mmol<180.15588>/L", "mg/dL", 18.015588), ("mol<180.15588>", "g", 180.15588), ("mmol/L", "mol/m^3", 1),
        ("mcmol", "nmol", 1000), ("mol<1e2>", "hg", 1), ("µS", "mcS", 1), ("mV", "V", 1e-3),
        ("deg", "rad", 0.017453292519943295),
        ("km", "m", 1000), ("hL", "L", 100), ("kcal.m", "m*kcal", 1), ("m^20/m^19", "m", 1), ("m^0", "count", 1),
        ("degC/count", "K", 1), ("degF·s", "K·s", 5.0 / 9), ("mK", "K", 1e-3), ("lx·s", "s·lx", 1),
        ("dBASPL^1", "dBASPL", 1),
        ("m^-1/m^-2", "m", 1), ("pD", "pD", 1), ("D", "D", 1), ("IU/L", "IU/mL", 1e-3), ("g/(L/(s·(m)))", "g·s·m/L", 1),
    ]

    @Test(arguments: factors)
    func `a unit has the factor of its parts`(unit: String, other: String, factor: Double) throws {
        let converted = try Unit(unit).convert(1, to: Unit(other))
        #expect(abs(converted - factor) <= 1e-14 * factor)
        let back = try Unit(other).convert(converted, to: Unit(unit))
        #expect(abs(back - 1) <= 1e-14)
    }

    @Test(arguments: [
        "", " ", "m ", "m s", "/min", "1/min", "()", "m/", "m//s", "m/s/s", "(m/s/s)", "m·", "·m", "m··s", "m^", "m^-",
        "m^+2",
        "m^2.5", "m^21", "m^-21", "m^99999999999999999999", "(m", "m)", "(m))", "((m)", "m^(2)", "()m", "m(s)",
        "(m)(s)",
        "mol<", "mol<>", "mol<0>", "mol<-1>", "mol<nan>", "mol<inf>", "mol<0x1p3>", "mol<1e400>", "mol<1.2.3>",
        "mol<1>g",
        "(m^20)^20", "m^2^1", "Tg^20·Tg^20·Tg^20", "fm^20·fm^10", "m\u{0}", "\u{FEFF}m", "m\n", "m⋅s", "m×s", "^2",
        "-m",
    ])
    func `a string that is no unit is refused`(text: String) throws {
        let error = try #require(throws: UnitError.self) { try Unit(text) }
        #expect(error.code == .malformed || error.code == .unknown)
        #expect(error.message.hasSuffix("."))
        #expect(!error.message.contains { $0 == "\u{0}" || $0.isNewline })
    }

    @Test(arguments: [
        "parsec", "kmin", "kmmHg", "kCal", "mcal", "kft", "kcount", "m%", "kkm", "mmm", "cd", "hhr", "Min", "MIN", "KG",
        "cell",
        "bpm", "mcd", "dD", "mpD", "kdegC", "kIU", "count/minute", "µ", "m/µ", "mol/dx", "mmol <1>", "é", "kg·",
    ])
    func `a name that is no unit is refused, also behind a prefix`(text: String) {
        #expect(throws: UnitError.self) { try Unit(text) }
    }

    @Test func `an error names the part that is unknown`() throws {
        let error = try #require(throws: UnitError.self) { try Unit("mg/parsec") }
        #expect(error.code == .unknown)
        #expect(error.message == "The unit mg/parsec has no known unit in \"parsec\".")
    }

    @Test func `length and depth are bounded`() throws {
        let longest = Array(repeating: "count", count: 28).joined(separator: "·")
        #expect(try Unit(longest).isCompatible(with: Unit("%")))
        #expect(throws: UnitError.self) { try Unit(String(repeating: "m·", count: 100) + "m") }
        #expect(throws: UnitError.self) {
            try Unit(String(repeating: "(", count: 90) + "m" + String(repeating: ")", count: 90))
        }
        let deep = try Unit(String(repeating: "(", count: 20) + "m" + String(repeating: ")", count: 20))
        #expect(deep.conversion(to: try Unit("m"))?.isIdentity == true)
    }
}

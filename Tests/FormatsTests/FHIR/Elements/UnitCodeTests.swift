import Formats
import Testing
import Vocabulary

/// Units of HealthKit as codes of UCUM.
struct UnitCodeTests {
    @Test(
        arguments: [
            ("count", "1"), ("%", "%"), ("mmHg", "mm[Hg]"), ("degC", "Cel"), ("degF", "[degF]"), ("dBASPL", "dB[SPL]"),
            ("dBHL", "dB"), ("IU", "[iU]"), ("mcg", "ug"), ("mcV", "uV"), ("\u{B5}V", "uV"), ("\u{3BC}V", "uV"),
            ("D", "[diop]"), ("hr", "h"), ("TimeInterval", "s"),
            // Products, quotients and powers.
            ("kcal/hr·kg", "kcal/(h.kg)"), ("kcal/(kg*hr)", "kcal/(kg.h)"), ("kg.m", "kg.m"),
            ("mL/(kg*min)", "mL/(kg.min)"),
            ("m^2", "m2"), ("s^-1", "s-1"), ("(m/s)^2", "(m/s)2"), ("m^1", "m"), ("m^0", "1"), ("(m·s)·kg", "m.s.kg"),
            ("(m/s)·kg", "(m/s).kg"), ("m/(s/kg)", "m/(s/kg)"), ("((m))", "m"),
            // A number of things is a pure number.
            ("count/min", "/min"), ("count·m", "m"), ("count^2", "1"), ("count/count", "1"), ("m/count", "m"),
            ("kg·(count/min)", "kg.(1/min)"), ("%/min", "/min"),
            // A degree beside other units is a difference of temperatures.
            ("degC/min", "K/min"), ("degF·s", "[degR].s"), ("degC^2", "K2"),
            // Prefixes, and names that begin like one.
            ("mcg/dL", "ug/dL"), ("mmol<180.15588>/L", "mmol/L"), ("min", "min"), ("cd", ""), ("dag", "dag"),
            ("kPa", "kPa"),
            ("cup_imp^2", "(10.[foz_br])2"), ("ms", "ms"),
            // No units.
            ("", ""), ("Porridge", ""), ("m/", ""), ("mg//dL", ""), ("a b", ""),
        ]
    )
    func `a unit has its code`(unit: String, code: String) {
        #expect(FHIR.Unit(unit).code == code)
    }

    @Test func `each unit of HealthKit has a code of UCUM`() throws {
        // The special codes of UCUM that stand for units of HealthKit, and its plain ones.
        let atoms: Set = [
            "g", "[oz_av]", "[lb_av]", "[stone_av]", "mol", "m", "[in_i]", "[ft_i]", "[yd_i]", "[mi_i]", "L",
            "[foz_us]",
            "10.[foz_br]", "[foz_br]", "[pt_us]", "[pt_br]", "[cup_us]", "Pa", "mm[Hg]", "cm[H2O]", "atm", "dB[SPL]",
            "[in_i'Hg]", "s", "min", "h", "d", "J", "kcal", "cal", "[Cal]", "Cel", "[degF]", "K", "S", "[iU]", "1", "%",
            "dB", "Hz", "V", "W", "[diop]", "[p'diop]", "rad", "deg", "lx", "{score}",
        ]
        for name in Unit.names {
            #expect(atoms.contains(FHIR.Unit(name).code), "\(name)")
        }
    }

    @Test func `a unit of a document is shown as it is`() {
        #expect(FHIR.Unit("kcal/hr·kg").name == "kcal/hr·kg" && FHIR.Unit("Porridge").name == "Porridge")
    }

    @Test(arguments: Catalogue.sampleTypes.filter { $0.kind == .quantity })
    func `each quantity has a code, and a number comes back from it`(type: SampleType) throws {
        let unit = try #require(FHIR.Codes.of(type).unit)
        let own = try #require(type.canonicalUnit)
        #expect(!unit.code.isEmpty && !unit.name.isEmpty)
        // What is behind a code of the table, in HealthKit's units.
        let codes = [
            "/min": "count/min", "Cel": "degC", "[iU]": "IU", "mm[Hg]": "mmHg", "kg/m2": "count", "km/h": "km/hr",
            "kcal/(kg.h)": "kcal/hr·kg", "mL/kg/min": "mL/(kg·min)", "dB[SPL]": "dBASPL", "dB": "dBASPL", "ug": "mcg",
        ]
        let counted = unit.code.hasPrefix("{") ? (unit.code == "{score}" ? "appleEffortScore" : "count") : nil
        let back = try Unit(codes[unit.code] ?? counted ?? unit.code)
        for number in [0.29, 61.7, 1.0 / 3, 1e-7, 123_456_789.123, 0] {
            let shown = try #require(unit.converted(number, from: own.string))
            let returned = try back.convert(unit.code == "%" ? shown / 100 : shown, to: own)
            #expect(abs(returned - number) <= 1e-9 * number, "\(type.identifier) \(number) \(shown) \(returned)")
        }
    }

    @Test func `a number in a unit that measures something else is not converted`() throws {
        let unit = try #require(FHIR.Codes.of("HKQuantityTypeIdentifierHeight").unit)
        #expect(unit.code == "cm" && unit.converted(1.83, from: "m") == 183)
        #expect(unit.converted(72, from: "in") == 182.88 && unit.converted(183, from: "cm") == 183)
        #expect(unit.converted(1, from: "kg") == nil && unit.converted(1, from: "Porridge") == nil)
    }
}

import Testing
import Vocabulary

@Suite struct ConversionTests {
    @Test(arguments: [
        (4200.0, "cm", "m", 42.0), (5, "km", "m", 5000), (60, "count/min", "Hz", 1), (72, "count/min", "count/s", 1.2),
        (10, "cm", "m", 0.1), (100, "mg", "g", 0.1), (16, "oz", "lb", 1), (14, "lb", "st", 1), (3, "ft", "yd", 1),
        (98.6, "degF", "degC", 37), (37, "degC", "degF", 98.6), (0, "degC", "K", 273.15), (32, "degF", "degC", 0),
        (-40, "degF", "degC", -40), (212, "degF", "degC", 100), (451, "degF", "K", 505.9277777777778),
        (310150, "mK", "degC", 37), (1, "kcal", "Cal", 1), (4184, "J", "kcal", 1), (1, "d", "s", 86400),
        (90, "min", "hr", 1.5), (5.5, "mmol<180.15588>/L", "mg/dL", 99.085734),
        (5.5, "mmol<386.65>/L", "mg/dL", 212.6575), (2.3, "mmol<60.1>/L", "mg/dL", 13.823), (0.98, "%", "%", 0.98),
        (3.6, "km/hr", "m/s", 1), (250, "mL", "L", 0.25), (12, "in", "ft", 1), (1, "mi", "m", 1609.344),
    ])
    func `a decimal factor gives the number that a person would write`(
        value: Double,
        from: String,
        to: String,
        expected: Double
    ) throws {
        #expect(try Unit(from).convert(value, to: Unit(to)) == expected)
    }

    @Test(arguments: [
        ("mol<1.5e200>", "mol<2.5e199>", 6), ("mol<1.5e200>/mol<1.5e150>", "mol<1.5e160>/mol<1.5e110>", 1),
        ("mol<1.5e200>", "mol<1.5e201>", 0.1),
    ])
    func `factors whose products are beyond doubles still convert`(from: String, to: String, expected: Double) throws {
        let converted = try Unit(from).convert(1, to: Unit(to))
        #expect(abs(converted - expected) <= 1e-14 * expected)
    }

    @Test(arguments: [
        "count", "degC", "degF", "mL/(kg*min)", "deg", "oz", "fl_oz_us", "mol<180.1558800000541>/L",
        "mol<1.5e200>/mol<1.5e150>",
    ])
    func `a unit into itself changes no bit`(unit: String) throws {
        let conversion = try #require(try Unit(unit).conversion(to: Unit(unit)))
        #expect(conversion.isIdentity)
        for value in [0.1, -0.0, 1e308, .leastNonzeroMagnitude, .pi, -72.3] {
            #expect(conversion(value).bitPattern == value.bitPattern)
        }
    }

    @Test(arguments: [
        ("mmol/L", "mg/dL"), ("count", "m"), ("J", "kg·m^2/s^2"), ("Pa", "kg/(m·s^2)"), ("dBASPL", "dBHL"),
        ("D", "m^-1"),
        ("deg", "count"), ("degC", "s"), ("m", "m^2"), ("IU", "count"), ("Hz", "s"), ("kg", "mol"), ("W", "J"),
    ])
    func `units of different things do not convert`(from: String, to: String) throws {
        let (unit, other) = (try Unit(from), try Unit(to))
        #expect(!unit.isCompatible(with: other))
        #expect(unit.conversion(to: other) == nil)
        let error = try #require(throws: UnitError.self) { try unit.convert(1, to: other) }
        #expect(error.code == .incompatible)
        #expect(error.message.contains("mmol<180.15588>") == (from.contains("mol") || to.contains("mol")))
    }

    @Test func `a degree shifts alone and scales in a compound`() throws {
        #expect(try Unit("degF").convert(0, to: Unit("degC")) != 0)
        #expect(try Unit("degF/min").convert(0, to: Unit("degC/min")) == 0)
        #expect(try Unit("count·degF").convert(0, to: Unit("count·degC")) == 0)
        #expect(try Unit("degF^2").convert(0, to: Unit("degC^2")) == 0)
        #expect(try Unit("degF/min").convert(9, to: Unit("degC/min")) == 5)
    }

    @Test func `a number beyond a double is refused`() throws {
        let error = try #require(throws: UnitError.self) { try Unit("km").convert(1e308, to: Unit("mm")) }
        #expect(error.code == .overflow)
    }
}

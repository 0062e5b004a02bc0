import JSON
import Vocabulary

/// Reads the number of a quantity sample and converts it to the canonical unit of its type.
enum QuantityReader {
    /// Reads a value and its unit.
    static func read(
        _ value: Value?,
        _ unit: Value?,
        _ type: SampleType,
        _ units: inout UnitTable
    ) throws(Refusal) -> Double {
        let number = try number(value, "value")
        return try checked(convert(number, conversion(unit, type, &units)), type)
    }

    /// Reads a value and its unit and, for a condensed sample, its count, minimum and maximum.
    static func read(
        _ fields: SampleFields,
        _ type: SampleType,
        _ extra: inout Extra,
        _ units: inout UnitTable
    ) throws(Refusal) -> Double {
        let value = try read(fields[.value], fields[.unit], type, &units)
        guard let count = try SampleReader.integer(fields[.count], "count") else { return value }
        if count < 1 { throw Refusal(.invalidValue, "A condensed sample stands for at least one measurement.") }
        if count == 1 { return value }
        let conversion = try conversion(fields[.unit], type, &units)
        extra.count = count
        var (minimum, maximum): (Double?, Double?) = (nil, nil)
        if let least = fields[.minimum] { minimum = conversion(try number(least, "minimum")) + 0 }
        if let greatest = fields[.maximum] { maximum = conversion(try number(greatest, "maximum")) + 0 }
        if hold(minimum, maximum, type.isCumulative ? value / Double(count) : value, type) {
            (extra.minimum, extra.maximum) = (minimum, maximum)
        }
        return value
    }

    /// The relative tolerance for the bounds of a condensed sample, because clients round them.
    private static let slack = 1e-9

    /// Whether the minimum and maximum of a condensed sample are possible for measurements with this mean.
    ///
    /// Many clients write 0 for a missing minimum or maximum, or swap both.
    private static func hold(_ minimum: Double?, _ maximum: Double?, _ mean: Double, _ type: SampleType) -> Bool {
        let slack = Self.slack * mean.magnitude
        if let minimum, !type.mayHave(minimum) || minimum > mean + slack { return false }
        if let maximum, !type.mayHave(maximum) || maximum < mean - slack { return false }
        return true
    }

    /// Returns a value unchanged, or throws a refusal if a sample of this type cannot have the value.
    static func checked(_ value: Double, _ type: SampleType) throws(Refusal) -> Double {
        if type.mayHave(value) { return value }
        let message =
            switch type.bounds {
            case .temperature: "The value is a temperature below 0 K."
            case .fraction where value > 0:
                "The value is more than 1.1 of a type whose unit is %: HealthKit's % is a fraction, and 0.97 means 97 %."
            default: "The value is negative, and a quantity of this type cannot be."
            }
        throw Refusal(.invalidValue, message)
    }

    /// Reads a required number.
    static func number(_ field: Value?, _ name: @autoclosure () -> String) throws(Refusal) -> Double {
        guard let field else { throw .missing(name()) }
        guard let number = field.double else { throw .wrongType(name(), "a number") }
        return number + 0
    }

    /// Returns the conversion from an uploaded unit to a type's canonical unit, from the cache if possible.
    static func conversion(
        _ field: Value?,
        _ type: SampleType,
        _ units: inout UnitTable
    ) throws(Refusal) -> Conversion {
        guard let field else { throw .missing("unit") }
        guard let text = field.text else { throw .wrongType("unit", "a string") }
        if let known = units.recent.meaning(of: field, to: type.index) { return known }
        guard let canonical = type.canonicalUnit else { return .identity }
        do throws(UnitError) {
            let conversion = try unsafe text.withBytes { bytes throws(UnitError) in
                try unsafe units.conversion(from: bytes, to: canonical)
            }
            units.recent.note(conversion, of: field, to: type.index)
            return conversion
        } catch {
            throw .quoting(.invalidValue, "\(error)", shown: error.code.sentence)
        }
    }

    /// Converts a number, or throws a refusal if the result does not fit into a double.
    static func convert(_ number: Double, _ conversion: Conversion) throws(Refusal) -> Double {
        let value = conversion(number) + 0
        guard value.isFinite else {
            throw Refusal(.invalidValue, "The value is beyond what its canonical unit can say.")
        }
        return value
    }
}

extension UnitError.Code {
    /// What is wrong, without the unit that the record brought.
    fileprivate var sentence: String {
        switch self {
        case .malformed: "The unit … does not follow HealthKit's grammar of units."
        case .unknown: "The unit … has a part that is no known unit."
        case .incompatible: "The unit … measures something else than samples of this type."
        case .overflow: "The unit … gives a number beyond a double."
        }
    }
}

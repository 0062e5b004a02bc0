import JSON

/// A quantity sample's number in the canonical unit of its type.
enum QuantityReader {
    /// Reads value and unit.
    static func read(
        _ value: Value?,
        _ unit: Value?,
        _ type: SampleType,
        _ context: inout Context
    ) throws(Refusal) -> Double {
        let number = try number(value, "value")
        return try checked(convert(number, conversion(unit, type, &context)), type)
    }

    /// Reads value and unit, and for a condensed sample its count, least and greatest.
    static func read(
        _ fields: SampleFields,
        _ type: SampleType,
        _ extra: inout Extra,
        _ context: inout Context
    ) throws(Refusal) -> Double {
        let value = try read(fields[.value], fields[.unit], type, &context)
        guard let count = try SampleReader.integer(fields[.count], "count") else { return value }
        if count < 1 { throw Refusal(.invalidValue, "A condensed sample stands for at least one measurement.") }
        if count == 1 { return value }
        let conversion = try conversion(fields[.unit], type, &context)
        extra.count = count
        if let least = fields[.minimum] { extra.minimum = try convert(number(least, "minimum"), conversion) }
        if let greatest = fields[.maximum] { extra.maximum = try convert(number(greatest, "maximum"), conversion) }
        return value
    }

    /// A number in the canonical unit; refused where its type can't have it.
    static func checked(_ value: Double, _ type: SampleType) throws(Refusal) -> Double {
        if type.isCumulative, value < 0 {
            throw Refusal(.invalidValue, "A cumulative quantity must not be negative.")
        }
        return value
    }

    /// How to convert numbers of an uploaded unit into a type's canonical one; mostly as for the sample before of the
    /// type.
    private static func conversion(
        _ field: Value?,
        _ type: SampleType,
        _ context: inout Context
    ) throws(Refusal) -> Conversion {
        if let text = field?.text, let known = context.recentUnits.conversion(text, type: type.index) { return known }
        let conversion = try conversion(field, type, &context.units)
        if let text = field?.text { context.recentUnits.note(text, type: type.index, conversion) }
        return conversion
    }

    /// A number that has to be there.
    static func number(_ field: Value?, _ name: @autoclosure () -> String) throws(Refusal) -> Double {
        guard let field else { throw .missing(name()) }
        guard let number = field.double else { throw .wrongType(name(), "a number") }
        return number + 0
    }

    /// How to convert numbers of an uploaded unit into a type's canonical one.
    static func conversion(
        _ field: Value?,
        _ type: SampleType,
        _ units: inout UnitTable
    ) throws(Refusal) -> Conversion {
        guard let field else { throw .missing("unit") }
        guard let text = field.text else { throw .wrongType("unit", "a string") }
        guard let canonical = type.canonicalUnit else { return .identity }
        do throws(UnitError) {
            return try unsafe text.withBytes { bytes throws(UnitError) in
                try unsafe units.conversion(from: bytes, to: canonical)
            }
        } catch {
            throw Refusal(.invalidValue, "\(error)")
        }
    }

    /// A number in the canonical unit; refused where it leaves the doubles.
    static func convert(_ number: Double, _ conversion: Conversion) throws(Refusal) -> Double {
        let value = conversion(number) + 0
        guard value.isFinite else {
            throw Refusal(.invalidValue, "The value is beyond what its canonical unit can say.")
        }
        return value
    }
}

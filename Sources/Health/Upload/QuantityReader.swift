import JSON

/// A quantity sample's number in the canonical unit of its type.
enum QuantityReader {
    /// Reads value and unit, and for a condensed sample its count, least and greatest.
    static func read(
        _ fields: SampleFields,
        _ type: SampleType,
        _ extra: inout Extra,
        _ units: inout UnitTable
    ) throws(Refusal) -> Double {
        let number = try number(fields.value, "value")
        let conversion = try conversion(fields.unit, type, &units)
        let value = try convert(number, conversion)
        if type.isCumulative, value < 0 {
            throw Refusal(.invalidValue, "A cumulative quantity must not be negative.")
        }
        guard let count = try SampleReader.integer(fields.count, "count") else { return value }
        if count < 1 { throw Refusal(.invalidValue, "A condensed sample stands for at least one measurement.") }
        if count == 1 { return value }
        extra.count = count
        if fields.minimum != nil { extra.minimum = try convert(Self.number(fields.minimum, "minimum"), conversion) }
        if fields.maximum != nil { extra.maximum = try convert(Self.number(fields.maximum, "maximum"), conversion) }
        return value
    }

    /// A number that has to be there.
    static func number(_ field: Value?, _ name: String) throws(Refusal) -> Double {
        guard let field else { throw .missing(name) }
        guard let number = field.double else { throw .wrongType(name, "a number") }
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

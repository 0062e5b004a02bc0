/// A unit as HealthKit writes it (`count/min`, `mg/dL`, `kcal/(kg*hr)`), and what it is worth in base units.
package struct Unit: Hashable, Sendable {
    /// The unit as it was written.
    package let string: String
    package let dimension: Dimension
    /// How many base units it is: grams, metres, seconds, joules, pascals and so on.
    let factor: Ratio
    /// Where its zero lies, in base units; other than 0 only for a bare `degC` or `degF` (in kelvin).
    let zero: Ratio

    /// Reads a unit from the bytes of its string.
    package init(parsing text: UnsafeRawBufferPointer) throws(UnitError) {
        try self.init(bytes: unsafe [UInt8](text))
    }

    /// Reads a unit from a string.
    package init(_ string: String) throws(UnitError) {
        try self.init(bytes: [UInt8](string.utf8))
    }

    private init(bytes: [UInt8]) throws(UnitError) {
        var parser = UnitParser(bytes)
        let parsed = try parser.parse()
        string = String(decoding: bytes, as: UTF8.self)
        dimension = parsed.dimension
        factor = parsed.factor
        zero = parsed.zero
    }

    /// Whether both measure the same thing, so that one converts into the other.
    package func isCompatible(with other: Unit) -> Bool { dimension == other.dimension }

    /// How to convert numbers of this unit into another; nil if it measures something else.
    package func conversion(to other: Unit) -> Conversion? {
        guard isCompatible(with: other) else { return nil }
        // The quotient of a factor by itself need not be 1 where it is beyond the doubles.
        if factor == other.factor, zero == other.zero { return .identity }
        let inverse = other.factor.inverse
        return Conversion(factor: factor * inverse, offset: (zero - other.zero) * inverse)
    }

    /// Converts a number into another unit.
    package func convert(_ value: Double, to other: Unit) throws(UnitError) -> Double {
        guard let conversion = conversion(to: other) else { throw .incompatible(self, other) }
        let converted = conversion(value)
        guard converted.isFinite else {
            let message = "The number in \(string) is too large for a double in \(other.string)."
            throw UnitError(code: .overflow, message: message)
        }
        return converted
    }
}

extension UnitError {
    /// Says that two units measure different things.
    static func incompatible(_ unit: Unit, _ other: Unit) -> UnitError {
        let isMolar = unit.dimension.countsMoles != other.dimension.countsMoles
        let hint = isMolar ? " (moles have a mass only with their molar mass in grams: mmol<180.15588>/L)" : ""
        return UnitError(
            code: .incompatible,
            message: "The unit \(unit.string) cannot be converted to \(other.string): "
                + "they measure different things\(hint)."
        )
    }

    /// Says that a string is too long to be a unit.
    static func tooLong(_ count: Int) -> UnitError {
        UnitError(code: .malformed, message: "The unit has \(count) bytes; \(UnitParser.longest) are the most.")
    }
}

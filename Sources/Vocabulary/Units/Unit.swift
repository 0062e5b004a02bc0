/// A unit in HealthKit's notation (`count/min`, `mg/dL`, `kcal/(kg*hr)`), with its factor to base units.
package struct Unit: Hashable, Sendable {
    /// The unit as written.
    package let string: String
    package let dimension: Dimension
    /// The number of base units in one unit; base units are grams, meters, seconds, joules, pascals and so on.
    let factor: Ratio
    /// The zero point in base units: 0, except for a bare `degC` or `degF` (in kelvin).
    let zero: Ratio

    package init(parsing text: UnsafeRawBufferPointer) throws(UnitError) {
        try self.init(bytes: unsafe [UInt8](text))
    }

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

    /// Whether both units have the same dimension, so that numbers can be converted.
    package func isCompatible(with other: Unit) -> Bool { dimension == other.dimension }

    /// Returns the conversion to another unit; nil if the units are not compatible.
    package func conversion(to other: Unit) -> Conversion? {
        guard isCompatible(with: other) else { return nil }
        // Dividing equal factors might not give exactly 1.
        if factor == other.factor, zero == other.zero { return .identity }
        let inverse = other.factor.inverse
        return Conversion(factor: factor * inverse, offset: (zero - other.zero) * inverse)
    }

    /// Converts a number; throws if the units are not compatible or the result overflows.
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
    /// Creates the error for units that are not compatible.
    static func incompatible(_ unit: Unit, _ other: Unit) -> UnitError {
        let isMolar = unit.dimension.countsMoles != other.dimension.countsMoles
        let hint = isMolar ? " (moles have a mass only with their molar mass in grams: mmol<180.15588>/L)" : ""
        return UnitError(
            code: .incompatible,
            message: "The unit \(unit.string) cannot be converted to \(other.string): "
                + "they measure different things\(hint)."
        )
    }

    /// Creates the error for a string that is too long to be a unit.
    static func tooLong(_ count: Int) -> UnitError {
        UnitError(code: .malformed, message: "The unit has \(count) bytes; \(UnitParser.longest) are the most.")
    }
}

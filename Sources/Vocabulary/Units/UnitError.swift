/// The reason why a unit or a conversion was rejected.
package struct UnitError: Error, Hashable, Sendable {
    /// The kind of error.
    package enum Code: Hashable, Sendable {
        /// The string does not follow HealthKit's grammar of units.
        case malformed
        /// A name is not a unit, or the unit takes no prefix.
        case unknown
        /// Both units are valid, but have different dimensions.
        case incompatible
        /// The converted number exceeds a double.
        case overflow
    }

    package let code: Code
    /// One sentence that says what is wrong and where.
    package let message: String
}

extension UnitError: CustomStringConvertible {
    package var description: String { message }
}

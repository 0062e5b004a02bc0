/// Why a unit or a conversion is refused: what is wrong, as a sentence for a person.
package struct UnitError: Error, Hashable, Sendable {
    /// What kind of mistake it is.
    package enum Code: Hashable, Sendable {
        /// The string is no unit of HealthKit's grammar.
        case malformed
        /// A name in it is no unit, or a prefix stands before a unit that takes none.
        case unknown
        /// Both are units, but of different things.
        case incompatible
        /// The converted number is beyond a double.
        case overflow
    }

    /// What kind of mistake it is.
    package let code: Code
    /// One sentence: what is wrong, and where.
    package let message: String
}

extension UnitError: CustomStringConvertible {
    package var description: String { message }
}

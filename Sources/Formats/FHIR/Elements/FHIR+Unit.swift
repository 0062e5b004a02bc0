import Vocabulary

extension FHIR {
    /// A unit of values in FHIR: its name for people, and its code in UCUM.
    package struct Unit: Sendable {
        /// The name for people, such as `beats/minute`.
        package let name: String
        /// The code of UCUM; empty if the unit has none.
        package let code: String
        /// The unit of HealthKit with the same size; nil for a text that is not a unit.
        private let hkUnit: Vocabulary.Unit?
        /// Whether the unit is a percentage, which HealthKit stores as a fraction.
        private let isPercent: Bool

        /// The unit of percentages that a document has in hundredths.
        static let hundredths = Unit(name: "%", code: "%", hkUnit: nil, isPercent: false)

        private init(name: String, code: String, hkUnit: Vocabulary.Unit?, isPercent: Bool) {
            self.name = name
            self.code = code
            self.hkUnit = hkUnit
            self.isPercent = isPercent
        }

        /// Creates the unit of a row; nil if the row has none.
        ///
        /// - Parameters:
        ///   - hkUnit: The unit of HealthKit with the same size.
        ///   - name: The name for people.
        ///   - code: The code of UCUM.
        init?(_ hkUnit: String, name: String, _ code: String) {
            guard !hkUnit.isEmpty, let unit = try? Vocabulary.Unit(hkUnit) else { return nil }
            self.init(name: name, code: code, hkUnit: unit, isPercent: hkUnit == "%")
        }

        /// Creates the unit for any unit of a document: one of HealthKit, or the `TimeInterval` of workouts, or any
        /// text.
        package init(_ unit: String) {
            if unit == ForkDocument.Measure.timeInterval {
                self.init("s")
                return
            }
            let hkUnit = try? Vocabulary.Unit(unit)
            let code = hkUnit == nil ? "" : UCUM.code(of: unit)
            self.init(name: unit, code: code, hkUnit: hkUnit, isPercent: unit == "%")
        }

        /// Returns a number of a document in this unit; nil if the units measure different things.
        ///
        /// A number that needs no conversion keeps all its digits. Others have at most 15 significant digits.
        package func converted(_ number: Double, from unit: String) -> Double? {
            if let hkUnit, hkUnit.string != unit {
                guard let conversion = (try? Vocabulary.Unit(unit))?.conversion(to: hkUnit) else { return nil }
                if !conversion.isIdentity { return (conversion(number) * (isPercent ? 100 : 1)).roundedTo15Digits }
            }
            return isPercent ? (number * 100).roundedTo15Digits : number
        }
    }
}

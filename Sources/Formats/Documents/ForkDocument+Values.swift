import Vocabulary

extension ForkDocument {
    /// A number with its unit, as Fork documents write every value.
    ///
    /// A text is 0 with the text as unit, a bool is 1 or 0 with the unit `bool`, and a category is its code with its
    /// name.
    package struct Measure: Sendable, Equatable {
        package var number = 0.0
        /// The number as an exact integer; nil if it is not one.
        package var integer: Int64?
        package var unit = ""

        package init(number: Double = 0, integer: Int64? = nil, unit: String = "") {
            self.number = number
            self.integer = integer
            self.unit = unit
        }

        /// The meaning of a value whose field has no known kind.
        ///
        /// A document cannot tell the text `m` from 0 m: a 0 is a text only if its unit is not one of HealthKit.
        package var meaning: TypedValue {
            if unit == "bool", number == 0 || number == 1 { return .bool(number == 1) }
            if unit == Measure.timeInterval { return .number }
            if number == 0, (try? Unit(unit)) == nil { return .text(unit) }
            return .number
        }

        /// The unit of durations in workouts, which are seconds.
        package static let timeInterval = "TimeInterval"
    }

    /// The kinds of values.
    package enum TypedValue: Sendable, Equatable {
        case number
        case bool(Bool)
        case text(String)
    }

    /// The member `meta_data` of an item or a quantity.
    package struct Metadata: Sendable {
        package struct Entry: Sendable {
            package let key: String
            package let value: Measure

            /// Whether the value is a percentage in hundredths, unlike all other percentages, which are fractions.
            package var isInHundredths: Bool { value.unit == "%" && Catalogue.isInHundredths(metadataKey: key) }

            /// The meaning of the value, by the kind of its key if HealthKit defines the key.
            package var meaning: TypedValue {
                switch Catalogue.metadataKey(named: key)?.kind {
                case .string, .date: value.number == 0 ? .text(value.unit) : value.meaning
                default: value.meaning
                }
            }
        }

        /// The entries in the order of the document, which sorts them by key.
        package var entries: [Entry] = []

        /// The value of a key; nil if there is none.
        package subscript(key: String) -> Measure? { entries.first { $0.key == key }?.value }

        /// The value of `HKTimeZone`: the zone of the sample; nil if it has none.
        package var zone: String? { self["HKTimeZone"]?.unit }

        /// Whether a person entered the sample (`HKWasUserEntered`).
        package var isUserEntered: Bool { self["HKWasUserEntered"].map { $0.number != 0 } ?? false }
    }
}

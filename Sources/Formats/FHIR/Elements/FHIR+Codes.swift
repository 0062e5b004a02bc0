import JSON
package import Vocabulary

extension FHIR {
    /// The codes of an identifier in FHIR, and the unit of its values.
    package struct Codes: Sendable {
        /// The codes: LOINC first, then Apple's identifier.
        let codings: [Coding]
        /// The JSON of a CodeableConcept with the codes.
        let concept: [UInt8]
        /// The JSON of the list of categories; empty if the identifier has none.
        let category: [UInt8]
        /// The unit of values; nil if the values are not numbers, or of no known unit.
        package let unit: Unit?

        /// Returns the codes of a HealthKit identifier, or of a component such as `HKWorkoutTypeIdentifier.duration`.
        ///
        /// An identifier without a row has only Apple's code.
        package static func of(_ identifier: String) -> Codes {
            rows[identifier] ?? Codes([Coding(.apple, identifier)], category: "", unit: nil)
        }

        /// Returns the codes of a sample type.
        package static func of(_ type: SampleType) -> Codes { byType[Int(type.index)] }

        /// Creates codes that have no row in the table.
        package init(_ codings: [Coding], category: String = "", unit: Unit? = nil) {
            self.codings = codings
            concept = Writer.bytes { $0.concept(codings) }
            let name = Self.categories[category].map { Coding(.category, category, $0) }
            self.category = name.map { name in Writer.bytes { $0.array([name]) { $1.concept([$0]) } } } ?? []
            self.unit = unit
        }

        private static let byType = Catalogue.sampleTypes.map { of($0.identifier) }

        private static let rows: [String: Codes] = {
            var rows: [String: Codes] = [:]
            var rest = tableRows(table)[...]
            while let fields = rest.popFirst() {
                guard fields.count == 6 else { continue }
                let more = rest.prefix { $0[0] == "+" }.compactMap(Self.coding)
                rest = rest.dropFirst(more.count)
                let apple = fields[5].isEmpty ? [] : [Coding(.apple, fields[0], fields[5])]
                // LOINC stands before Apple's code, and other systems after it.
                let codings = more.filter { $0.system == .loinc } + apple + more.filter { $0.system != .loinc }
                rows[fields[0]] = Codes(codings, category: fields[1], unit: Unit(fields[2], name: fields[3], fields[4]))
            }
            return rows
        }()

        /// Reads a row that has a further code of the identifier above.
        private static func coding(_ fields: [String]) -> Coding? {
            guard fields.count == 4, let system = systems[fields[1]] else { return nil }
            return Coding(system, fields[2], fields[3])
        }

        private static let systems: [String: CodeSystem] = ["L": .loinc, "M": .mdc, "A": .apple]

        private static let categories = [
            "activity": "Activity", "exam": "Exam", "laboratory": "Laboratory", "procedure": "Procedure",
            "social-history": "Social History", "survey": "Survey", "vital-signs": "Vital Signs",
        ]
    }
}

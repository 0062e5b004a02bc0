/// FHIR R4 (4.0.1): a Fork document as bundles of resources.
///
/// The types in this namespace have the names of the standard where it has one.
package enum FHIR {
    /// The code systems of the output.
    package enum CodeSystem: Sendable {
        case loinc, mdc, apple, ucum, category, statistics, dataAbsentReason

        var url: StaticString {
            switch self {
            case .loinc: "http://loinc.org"
            case .mdc: "urn:iso:std:iso:11073:10101"
            case .apple: "http://developer.apple.com/documentation/healthkit"
            case .ucum: "http://unitsofmeasure.org"
            case .category: "http://terminology.hl7.org/CodeSystem/observation-category"
            case .statistics: "http://terminology.hl7.org/CodeSystem/observation-statistics"
            case .dataAbsentReason: "http://terminology.hl7.org/CodeSystem/data-absent-reason"
            }
        }
    }

    /// A code of a code system.
    package struct Coding: Sendable {
        package var system: CodeSystem
        package var code: String
        /// The name of the code; empty if it has none.
        package var display: String

        package init(_ system: CodeSystem, _ code: String, _ display: String = "") {
            self.system = system
            self.code = code
            self.display = display
        }

        /// The reason for a value that nobody knows.
        package static let unknown = Coding(.dataAbsentReason, "unknown", "Unknown")
        /// The reason for a value that belongs elsewhere.
        package static let notApplicable = Coding(.dataAbsentReason, "not-applicable", "Not Applicable")
    }
}

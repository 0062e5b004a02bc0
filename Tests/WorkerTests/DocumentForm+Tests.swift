import Vocabulary

extension [DocumentForm] {
    /// Forms that only have names.
    static let named = ["fhir", "omh"].map { DocumentForm(name: $0) { _, _ in [] } }
}

import JSON
import Vocabulary

/// Reads the types of the samples of one upload, and caches recent ones, because most samples repeat a type.
struct TypeReader {
    private var recent = RecentTexts<SampleType>()

    /// Reads a sample's type, or throws a refusal if this version does not know the type.
    mutating func read(_ field: Value?) throws(Refusal) -> SampleType {
        guard let field else { throw .missing("type") }
        if let known = recent.meaning(of: field) { return known }
        guard let text = field.text else { throw .wrongType("type", "a string") }
        let type = unsafe text.withBytes { unsafe Catalogue.sampleType($0) }
        if let type {
            recent.note(type, of: field)
            return type
        }
        let sentence = "The type% is not an identifier of HealthKit that this version knows."
        throw .about(.invalidIdentifier, sentence, text.identifier)
    }
}

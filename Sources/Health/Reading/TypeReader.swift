import JSON

/// A sample's type, by its identifier.
enum TypeReader {
    /// Reads a type that this version processes.
    static func read(_ text: Text) throws(Refusal) -> SampleType {
        let type = unsafe text.withBytes { unsafe Catalogue.sampleType($0) }
        if let type, type.kind != .documentCDA { return type }
        if unsafe text.withBytes({ unsafe Catalogue.isKnownButNotProcessed($0) }) {
            throw Refusal(.invalidType, "Samples of this type are not processed by this version.")
        }
        throw Refusal(.invalidIdentifier, "The type is no identifier of HealthKit that this version knows.")
    }
}

/// Types that samples of one upload have had: comparing an identifier is cheaper than looking it up.
struct TypeMemory {
    private struct Entry {
        let text: KnownText
        let type: SampleType
    }

    /// By the last letters of the identifier; one that has the place of another takes it.
    private var entries = InlineArray<16, Entry?>(repeating: nil)

    mutating func read(_ field: Value?) throws(Refusal) -> SampleType {
        guard let field else { throw .missing("type") }
        guard let text = field.text else { throw .wrongType("type", "a string") }
        let place = Int(truncatingIfNeeded: (text.tail &* 0x9E37_79B9_7F4A_7C15) &>> 60)
        if let entry = entries[place], entry.text.isSame(as: field) { return entry.type }
        let type = try TypeReader.read(text)
        entries[place] = KnownText(field).map { Entry(text: $0, type: type) }
        return type
    }
}

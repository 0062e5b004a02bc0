/// Types of samples, named by identifier or by the data type of their documents: one look tells whether a type is among
/// them, which is asked of every sample.
struct SampleTypeSet: Equatable, Sendable {
    private let holds: [Bool]

    /// The types of these names; a name that this version does not know is passed over.
    init(_ names: [[UInt8]]) {
        let names = Set(names)
        holds = Catalogue.sampleTypes.map { type in
            names.contains(type.identifierBytes) || names.contains(type.document.nameBytes)
        }
    }

    /// Whether a type is among them.
    func contains(_ type: SampleType) -> Bool { holds[Int(type.index)] }
}

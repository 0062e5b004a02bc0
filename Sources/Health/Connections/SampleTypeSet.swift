/// Types of samples, named by identifier or by the data type of their documents: one look tells whether a type is among
/// them, which is asked of every sample.
struct SampleTypeSet: Equatable, Sendable {
    private let holds: [Bool]

    /// The types of these names; a name that this version does not know is passed over.
    ///
    /// By tables: the settings of a connection are read in each of its commits.
    init(_ names: [[UInt8]]) {
        var holds = [Bool](repeating: false, count: Catalogue.sampleTypes.count)
        var documents: UInt64 = 0
        for name in names {
            unsafe name.withUnsafeBytes { name in
                if let type = unsafe Catalogue.sampleType(name) {
                    holds[Int(type.index)] = true
                } else if let document = unsafe DataType(name) {
                    documents |= 1 << UInt64(document.rawValue)
                }
            }
        }
        if documents != 0 {
            for type in Catalogue.sampleTypes where documents >> UInt64(type.document.rawValue) & 1 == 1 {
                holds[Int(type.index)] = true
            }
        }
        self.holds = holds
    }

    /// Whether a type is among them.
    func contains(_ type: SampleType) -> Bool { holds[Int(type.index)] }
}

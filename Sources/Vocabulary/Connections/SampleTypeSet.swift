/// A set of sample types, named by identifier or by the data type of their documents.
///
/// Membership is an array access, because it is tested for every sample.
struct SampleTypeSet: Equatable, Sendable {
    private let holds: [Bool]

    /// Creates the set from names and ignores unknown ones.
    ///
    /// Names are looked up in hash tables, because every commit of a connection creates the set again.
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

    func contains(_ type: SampleType) -> Bool { holds[Int(type.index)] }
}

/// A document as the state of samples has it now, to be compared with what was published.
struct DerivedDocument {
    /// By which the state knows it.
    var stateKey: StateKey
    var type: DataType
    /// Its name, which follows the type and a slash in its id.
    var name: [UInt8]
    /// The document, nil when there is none any more.
    var document: Document?
    /// The key of its source, for a sleep session.
    var sourceKey: [UInt8] = []
    /// The uploads that had a hand in it, by number, ascending; there is at least one.
    var uploads: [Int]
}

import Vocabulary

/// The current document of a window, which `Publication.compare` compares with the published version.
struct DerivedDocument {
    /// The state key of the published document.
    var stateKey: StateKey
    var type: DataType
    /// The part of the document's id after the type and a slash.
    var name: [UInt8]
    /// The document; nil if the window has no samples, so that the published version must be deleted.
    var document: Document?
    /// The source key of a sleep session; empty otherwise.
    var sourceKey: [UInt8] = []
    /// The numbers of the uploads that caused the change, ascending; never empty.
    var uploads: [Int]
}

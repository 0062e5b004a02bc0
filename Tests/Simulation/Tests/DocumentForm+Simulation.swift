import Vocabulary

extension DocumentForm {
    /// The bytes of a document, in pieces of half a record at most.
    static let copy = DocumentForm(name: "copy") { document, maximum in
        stride(from: 0, to: document.count, by: maximum / 2).map { start in
            Array(document[start..<min(start + maximum / 2, document.count)])
        }
    }
}

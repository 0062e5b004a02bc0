import Formats
import Vocabulary

extension Kind<String> {
    /// The name of a form of documents.
    static let form = word(of: DocumentForm.names)

    /// One of these words.
    fileprivate static func word(of words: [String]) -> Kind {
        let rule = words.map { "`\($0)`" }.joined(separator: ", ")
        return Kind(words.joined(separator: "|"), rule: rule, shape: .words(words)) { text throws(Reason) in
            if words.contains(text) { return text }
            throw Reason("must be \(alternatives(words))\(SpellingHint.hint(text, among: words))")
        }
    }
}

extension Kind<DocumentFormat> {
    private static let gpx = "gpx"

    /// A format of `documents`: GPX, or a form of documents.
    static let documentFormat = Kind<String>.word(of: [gpx] + DocumentForm.names).map { name -> DocumentFormat in
        name == gpx ? .gpx : .form(name)
    } back: { format in
        switch format {
        case .gpx: gpx
        case .form(let name): name
        }
    }
}

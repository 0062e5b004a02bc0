/// Why bytes are no document, and where.
package struct ParseError: Error, Equatable, Sendable, CustomStringConvertible {
    package var reason: Reason
    /// The byte at fault, counted from 0, where one can be named.
    package var offset: Int?

    /// What may be wrong with a document.
    package enum Reason: Equatable, Sendable {
        /// No bytes, or only white space.
        case empty
        /// The grammar of RFC 8259 is broken; a byte order mark breaks it too.
        case notJSON
        case notUTF8
        /// More containers inside each other than the parser allows.
        case tooDeep
        /// An integer beyond 64 bits or a number beyond a double.
        case numberOutOfRange
        /// An escape that is none, half of a surrogate pair, or a bare control character.
        case badString
        /// 4 GiB or more.
        case tooLarge
        case outOfMemory
    }

    /// An error at a byte, or of the document as a whole.
    package init(reason: Reason, offset: Int?) {
        self.reason = reason
        self.offset = offset
    }

    /// One sentence for a person, without anything of the document in it.
    package var description: String {
        guard let offset else { return "\(sentence)." }
        return "\(sentence), at byte \(offset)."
    }

    private var sentence: String {
        switch reason {
        case .empty: "There is no JSON, only nothing or white space"
        case .notJSON: "This is not JSON"
        case .notUTF8: "This is not UTF-8"
        case .tooDeep: "Objects and arrays are nested too deep"
        case .numberOutOfRange: "A number is beyond 64 bits or beyond a double"
        case .badString: "A string has a wrong escape, half of a surrogate pair or a bare control character"
        case .tooLarge: "The document has 4 GiB or more"
        case .outOfMemory: "There is not enough memory for the document"
        }
    }
}

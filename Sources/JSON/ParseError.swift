/// The reason why bytes are not a valid document, with the position of the fault.
package struct ParseError: Error, Equatable, Sendable, CustomStringConvertible {
    package var reason: Reason
    /// The byte at fault, counted from 0; nil if unknown.
    package var offset: Int?

    /// The kinds of faults.
    package enum Reason: Equatable, Sendable {
        /// There are no bytes, or only white space.
        case empty
        /// The bytes violate the grammar of RFC 8259, for example by a byte order mark.
        case notJSON
        case notUTF8
        /// Containers are nested deeper than the parser allows.
        case tooDeep
        /// An integer exceeds 64 bits, or a number exceeds a double.
        case numberOutOfRange
        /// A string has an invalid escape, half of a surrogate pair, or an unescaped control character.
        case badString
        /// The document has 4 GiB or more.
        case tooLarge
        case outOfMemory
    }

    package init(reason: Reason, offset: Int?) {
        self.reason = reason
        self.offset = offset
    }

    /// One sentence, without any content of the document.
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

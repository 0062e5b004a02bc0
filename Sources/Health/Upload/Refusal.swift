/// Why an upload, a sample, a deletion or the settings of a connection were refused: data, collected beside what was
/// accepted.
package struct Refusal: Error, Equatable, Sendable {
    /// What was refused of an upload.
    package enum Subject: Equatable, Sendable {
        /// The record as a whole.
        case whole
        /// One sample, by its position.
        case sample(Int)
        /// One deletion, by its position.
        case deletion(Int)
    }

    /// The code.
    package var code: RefusalCode
    /// One sentence for a person.
    package var message: String
    /// What was refused.
    package var subject = Subject.whole

    /// A refusal of a whole record, or of an element that is named later.
    package init(_ code: RefusalCode, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The JSON pointer to the element at fault, nil when it is the whole record.
    package var path: String? {
        switch subject {
        case .whole: nil
        case .sample(let index): "/samples/\(index)"
        case .deletion(let index): "/deleted/\(index)"
        }
    }

    /// A field that has to be there and is not.
    package static func missing(_ field: String) -> Refusal {
        Refusal(.decodingError, "The field `\(field)` is missing.")
    }

    /// A field of the wrong JSON type.
    package static func wrongType(_ field: String, _ wanted: String) -> Refusal {
        Refusal(.decodingError, "The field `\(field)` must be \(wanted).")
    }
}

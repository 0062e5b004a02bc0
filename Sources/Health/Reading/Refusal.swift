/// Why an upload, an element of it or the settings of a connection were refused: data, collected beside what was accepted.
package struct Refusal: Error, Equatable, Sendable {
    /// The lists of an upload whose elements are refused one by one, in the order in which their dead letters come.
    package enum List: String, CaseIterable, Sendable {
        case samples, deleted, post

        /// What its elements are called in a sentence.
        fileprivate var elements: String {
            switch self {
            case .samples: "samples"
            case .deleted: "deletions"
            case .post: "entries of `post`"
            }
        }
    }

    /// What was refused of an upload.
    package enum Subject: Equatable, Sendable {
        /// The record as a whole.
        case whole
        /// One element of a list, by its position.
        case element(List, Int)
        /// All elements that have no dead letter of their own, of which the first is of this list: so many.
        case rest(List, Int)
    }

    /// What the sentence is made of: it is written only where there is a dead letter, since an upload can have many
    /// more faults than letters.
    private enum Reason: Equatable, Sendable {
        case sentence(String)
        case missing(String)
        case wrongType(String, String)
        case noUUID(String)
        case noDate(String)
    }

    package var code: RefusalCode
    package var subject = Subject.whole
    private var reason: Reason

    /// A refusal of a whole record, or of an element that is named later.
    package init(_ code: RefusalCode, _ message: String) { self.init(code, .sentence(message)) }

    private init(_ code: RefusalCode, _ reason: Reason) {
        self.code = code
        self.reason = reason
    }

    /// The one refusal of all elements of an upload that are beyond those with a dead letter of their own.
    package static func rest(_ code: RefusalCode, _ count: Int, from list: List) -> Refusal {
        let message =
            "Beyond the \(RefusedElements.lettersMax) that have a dead letter of their own, \(count) more elements of "
            + "this upload are refused with this code, the first of them among its \(list.elements)."
        var refusal = Refusal(code, message)
        refusal.subject = .rest(list, count)
        return refusal
    }

    /// One sentence for a person.
    package var message: String {
        switch reason {
        case .sentence(let text): text
        case .missing(let field): "The field `\(field)` is missing."
        case .wrongType(let field, let wanted): "The field `\(field)` must be \(wanted)."
        case .noUUID(let field): "The field `\(field)` is no UUID."
        case .noDate(let field):
            "The field `\(field)` is no date as 2024-04-26T08:15:00Z: the long form of ISO 8601, with hours up to 23, "
                + "seconds up to 59 and an offset."
        }
    }

    /// The JSON pointer to the element or the list at fault, nil when it is the whole record.
    package var path: String? {
        switch subject {
        case .whole: nil
        case .element(let list, let index): "/\(list.rawValue)/\(index)"
        case .rest(let list, _): "/\(list.rawValue)"
        }
    }

    /// A field that has to be there and is not.
    package static func missing(_ field: String) -> Refusal { Refusal(.decodingError, .missing(field)) }

    /// A field of the wrong JSON type.
    package static func wrongType(_ field: String, _ wanted: String) -> Refusal {
        Refusal(.decodingError, .wrongType(field, wanted))
    }

    /// An integer that must be kept exactly and can't be.
    static var beyond64Bits: Refusal {
        Refusal(.decodingError, "An integer of the sample is beyond 64 bits with a sign.")
    }

    /// A field that has to name a UUID.
    static func noUUID(_ field: String) -> Refusal { Refusal(.invalidIdentifier, .noUUID(field)) }

    /// A zone that is neither in the database nor an offset.
    static var unknownZone: Refusal {
        Refusal(
            .invalidValue,
            "The time zone is neither a name of the IANA time zone database nor an offset such as +03:00."
        )
    }

    /// A sample for which its day has no room.
    static func dayIsFull(_ type: DataType, _ count: Int) -> Refusal {
        Refusal(
            .tooLarge,
            "The connection has \(count) samples of `\(type.name)` on this UTC day, which is the most that a day can have."
        )
    }

    /// A field that has to name an instant.
    static func noDate(_ field: String) -> Refusal { Refusal(.decodingError, .noDate(field)) }
}

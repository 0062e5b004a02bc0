package import JSON

/// The reason why an upload, one of its elements, or a settings record was refused.
///
/// Bad data never stops a commit: refusals become dead letters, next to the records of accepted data. A JSON pointer
/// into the received record identifies the refused element:
///
/// ```
/// invalidValue  /samples/3  The value is no name of the type's enumeration.
/// ```
package struct Refusal: Error, Equatable, Sendable {
    /// The lists of an upload whose elements are refused one by one, in the order of their dead letters.
    package enum List: String, CaseIterable, Sendable {
        case samples, deleted, post

        /// Creates the list that contains the element at a pointer; nil if no upload has an element there.
        package init?(of element: JSONPointer) {
            guard element.index != nil, let list = Self.allCases.first(where: { $0.pointer == element.container })
            else {
                return nil
            }
            self = list
        }

        /// The JSON pointer to the list in an upload.
        package var pointer: JSONPointer { .root.member(rawValue) }

        /// The name of the elements in messages.
        fileprivate var elements: String {
            switch self {
            case .samples: "samples"
            case .deleted: "deletions"
            case .post: "entries of `post`"
            }
        }
    }

    /// The refused part of a record.
    package enum Subject: Equatable, Sendable {
        /// The record as a whole.
        case whole
        /// An element of a list.
        case element(JSONPointer)
        /// All elements without a dead letter of their own: the list of the first one, and their number.
        case rest(JSONPointer, Int)
    }

    /// The maximum number of elements with one code in an upload that get their own dead letters.
    package static let lettersMax = 100

    /// The data of the message.
    ///
    /// The message is formatted only for dead letters, because an upload can have more faults than dead letters.
    private enum Reason: Equatable, Sendable {
        case sentence(String)
        case missing(String)
        case wrongType(String, String)
        case noUUID(String)
        case noDate(String)
        /// A sentence with dates at the places of `%`, and whether a date was uploaded as a number.
        case dates(String, [Double], hasNumber: Bool)
        /// A sentence with an identifier at the place of `%`; nil if the identifier must not be shown.
        case about(String, String?)
        /// A sentence that quotes the record, and the sentence without what it quotes.
        case quoting(String, shown: String)
    }

    package var code: RefusalCode
    package var subject = Subject.whole
    private var reason: Reason

    /// Creates a refusal of a whole record; `subject` can name an element later.
    package init(_ code: RefusalCode, _ message: String) { self.init(code, .sentence(message)) }

    private init(_ code: RefusalCode, _ reason: Reason) {
        self.code = code
        self.reason = reason
    }

    /// Creates a refusal that shows dates, in seconds since 2001.
    ///
    /// `sentence` has `%` at the place of each date. `hasNumber` is true if a date was uploaded as a number. The
    /// message then explains that numbers are seconds since 2001.
    package static func dates(_ code: RefusalCode, _ sentence: String, _ dates: [Double], _ hasNumber: Bool) -> Refusal
    {
        Refusal(code, .dates(sentence, dates, hasNumber: hasNumber))
    }

    /// Creates a refusal that shows an identifier from the record at the place of `%`; nil if it must not be shown.
    package static func about(_ code: RefusalCode, _ sentence: String, _ identifier: String?) -> Refusal {
        Refusal(code, .about(sentence, identifier))
    }

    /// Creates a refusal that quotes the record: `sentence` has `%` at the place of the quoted text.
    package static func quoting(_ code: RefusalCode, _ sentence: String, _ quoted: String) -> Refusal {
        let shown = sentence.replacing("%", with: "…")
        return .quoting(code, sentence.replacing("%", with: "`\(quoted)`"), shown: shown)
    }

    /// Creates a refusal that quotes the record; `shown` is its sentence without what the record brought.
    package static func quoting(_ code: RefusalCode, _ sentence: String, shown: String) -> Refusal {
        Refusal(code, .quoting(sentence, shown: shown))
    }

    /// Creates the refusal that stands for all elements without a dead letter of their own.
    ///
    /// - Parameters:
    ///   - code: The code of these elements.
    ///   - count: The number of these elements.
    ///   - list: The list of the upload that contains the first of these elements.
    ///   - pointer: The place of that list in the record; nil for a native upload.
    /// - Returns: The refusal.
    package static func rest(
        _ code: RefusalCode,
        _ count: Int,
        from list: List,
        at pointer: JSONPointer? = nil
    ) -> Refusal {
        let message =
            "Beyond the \(lettersMax) that have a dead letter of their own, \(count) more elements of "
            + "this upload are refused with this code, the first of them among its \(list.elements)."
        var refusal = Refusal(code, message)
        refusal.subject = .rest(pointer ?? list.pointer, count)
        return refusal
    }

    /// The sentence in the header `fork-error-message`.
    package var message: String { message(showsInput: true) }

    /// The sentence with `…` at the place of what the record brought, for readers who may not see health data.
    package var shownMessage: String { message(showsInput: false) }

    private func message(showsInput: Bool) -> String {
        switch reason {
        case .sentence(let text): text
        case .missing(let field): "The field `\(field)` is missing."
        case .wrongType(let field, let wanted): "The field `\(field)` must be \(wanted)."
        case .noUUID(let field): "The field `\(field)` is no UUID."
        case .noDate(let field):
            "The field `\(field)` is no date as 2024-04-26T08:15:00Z: the long form of ISO 8601, with hours up to 23, "
                + "seconds up to 59 and an offset."
        case .dates(let sentence, let dates, let hasNumber):
            (showsInput ? Self.sentence(sentence, dates) : sentence.replacing("%", with: "…"))
                + (hasNumber ? " \(Self.epoch)" : "")
        case .about(let sentence, let identifier):
            sentence.replacing("%", with: identifier.map { showsInput ? " `\($0)`" : " …" } ?? "")
        case .quoting(let sentence, let shown): showsInput ? sentence : shown
        }
    }

    private static let epoch = "Numbers are seconds since 2001-01-01T00:00:00Z."

    private static func sentence(_ sentence: String, _ dates: [Double]) -> String {
        var parts = sentence.split(separator: "%", omittingEmptySubsequences: false)[...]
        var text = String(parts.popFirst() ?? "")
        for (part, date) in zip(parts, dates) {
            let milliseconds = Instant.milliseconds(date + Instant.secondsFrom1970)
            text += String(decoding: Instant.iso8601(unixMilliseconds: milliseconds), as: UTF8.self) + part
        }
        return text
    }

    /// The JSON pointer to the refused element or list; nil for a whole record.
    package var pointer: JSONPointer? {
        switch subject {
        case .whole: nil
        case .element(let pointer), .rest(let pointer, _): pointer
        }
    }

    /// The pointer to the refused element; nil for a whole record, and if the refusal stands for several elements.
    package var element: JSONPointer? { if case .element(let pointer) = subject { pointer } else { nil } }

    package static func missing(_ field: String) -> Refusal { Refusal(.decodingError, .missing(field)) }

    package static func wrongType(_ field: String, _ wanted: String) -> Refusal {
        Refusal(.decodingError, .wrongType(field, wanted))
    }

    /// Creates the refusal of an integer that does not fit into 64 bits and must stay exact.
    package static var beyond64Bits: Refusal {
        Refusal(.decodingError, "An integer of the sample is beyond 64 bits with a sign.")
    }

    /// Creates the refusal of a workout whose type HealthKit does not have.
    package static var unknownActivity: Refusal {
        Refusal(.invalidValue, "The type of the workout is none that HealthKit has.")
    }

    static func noUUID(_ field: String) -> Refusal { Refusal(.invalidIdentifier, .noUUID(field)) }

    package static var unknownZone: Refusal {
        Refusal(
            .invalidValue,
            "The time zone is neither a name of the IANA time zone database nor an offset such as +03:00."
        )
    }

    /// Creates the refusal of a sample whose day is full.
    package static func dayIsFull(_ type: DataType, _ count: Int) -> Refusal {
        Refusal(
            .tooLarge,
            "The connection has \(count) samples of `\(type.name)` on this UTC day, which is the most that a day can have."
        )
    }

    package static func noDate(_ field: String) -> Refusal { Refusal(.decodingError, .noDate(field)) }
}

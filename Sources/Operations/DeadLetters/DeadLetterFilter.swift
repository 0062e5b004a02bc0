/// A filter for dead letters; a nil property matches all dead letters.
package struct DeadLetterFilter: Sendable {
    /// The error code of the dead letter.
    package var code: String?
    package var connection: String?
    /// The earliest timestamp, inclusive, in Unix milliseconds.
    package var since: Int64?
    /// The latest timestamp, exclusive, in Unix milliseconds.
    package var until: Int64?
    /// The position of the record that was refused.
    package var upload: RefusedPlace?

    package init() {}

    func takes(_ letter: DeadLetterRecord) -> Bool {
        if let code, letter.code != code { return false }
        if let connection, letter.connection != connection { return false }
        let time = letter.timestampMilliseconds ?? 0
        if let since, time < since { return false }
        if let until, time >= until { return false }
        return upload == nil || letter.original == upload
    }
}

/// The dead letters that a command selects.
package enum LetterChoice: Sendable {
    case filter(DeadLetterFilter)
    /// The dead letters at these positions.
    case places(Set<LetterPlace>)

    func takes(_ letter: DeadLetterRecord) -> Bool {
        switch self {
        case .filter(let filter): filter.takes(letter)
        case .places(let places): places.contains(letter.place)
        }
    }
}

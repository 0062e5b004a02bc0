/// Which dead letters are asked for by what they are.
package struct DeadLetterFilter: Sendable {
    /// Nil where all are meant, as below.
    package var code: String?
    package var connection: String?
    /// The first millisecond that counts, since 1970.
    package var since: Int64?
    /// The first millisecond that counts no more, since 1970.
    package var until: Int64?
    /// The place of the refused record.
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

/// Which dead letters a call is about.
package enum LetterChoice: Sendable {
    case filter(DeadLetterFilter)
    /// Those at these places, each meant by itself.
    case places(Set<LetterPlace>)

    func takes(_ letter: DeadLetterRecord) -> Bool {
        switch self {
        case .filter(let filter): filter.takes(letter)
        case .places(let places): places.contains(letter.place)
        }
    }
}

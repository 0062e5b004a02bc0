import Dispatching
import Vocabulary
import Webhooks

extension Kind<String> {
    static let connection = Kind("ID", rule: "1 to 200 of `A-Z a-z 0-9 _ -`") { text throws(Reason) in
        guard (1...200).contains(text.utf8.count), text.utf8.allSatisfy(isConnectionCharacter) else {
            throw Reason("must be 1 to 200 letters A-Z and a-z, digits, '_' and '-'")
        }
        return text
    }

    private static func isConnectionCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    /// Connection ids, one per occurrence of the option.
    static let connections = Kind(
        "ID",
        rule: "\(connection.rule), repeatable",
        shape: .repeated([]),
        read: connection.read
    )

    /// A text that may be given several times; all values count, and completion offers the words.
    static func repeated(_ placeholder: String, rule: String, words: [String] = []) -> Kind {
        Kind(placeholder, rule: rule, shape: .repeated(words), read: name.read)
    }

    /// A host name under which the console is reached, without port.
    static let consoleHost = Kind("NAME", rule: "host name, repeatable", shape: .repeated([])) { text throws(Reason) in
        let isName = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        guard isName, 1...253 ~= text.utf8.count else {
            throw Reason("must be a host name without scheme and port, such as console.example.com")
        }
        return text
    }

    /// The code of a dead letter: of a refusal, or of the last attempt of a webhook job.
    static let letterCode = Kind(
        "CODE",
        rule: letterCodes.map { "`\($0)`" }.joined(separator: ", "),
        shape: .words(letterCodes)
    ) { text throws(Reason) in
        if letterCodes.contains(text) { return text }
        throw Reason("must be \(alternatives(letterCodes))\(SpellingHint.hint(text, among: letterCodes))")
    }

    private static let letterCodes =
        RefusalCode.allCases.map(\.rawValue) + AttemptOutcome.allCases.filter { $0 != .delivered }.map(\.rawValue)
        + [DeadLetterCode.aborted]
}

extension Kind<String> {
    /// The prefix of a replay's topics.
    static let prefix = Kind(
        "PREFIX",
        rule: "2 to 38 of `A-Z a-z 0-9 . _ -`, with a dot at the end"
    ) { text throws(Reason) in
        let text = try topicCharacters(length: 2...38, why: "since a topic's name has at most 249").read(text)
        guard text.utf8.last == UInt8(ascii: ".") else { throw Reason("must end with a dot, such as shadow.") }
        return text
    }
}

extension Kind<TimeArgument> {
    /// A date, or a time with an offset.
    static let moment = Kind("TIME", rule: "date, or time of RFC 3339") { text throws(Reason) in
        guard let moment = TimeArgument(text) else {
            throw Reason("must be a date (2024-04-16) or a time with its offset (2024-04-16T08:00:00Z)")
        }
        return moment
    }
}

extension Kind<Int> {
    /// A date, as days since 1970-01-01.
    static let date = Kind("DATE", rule: "date") { text throws(Reason) in
        guard case .date(let days)? = TimeArgument(text) else { throw Reason("must be a date, such as 2024-04-16") }
        return days
    }
}

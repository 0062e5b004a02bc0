import System

extension Kind<String> {
    /// A non-empty text without control characters.
    static let name = Kind("NAME", rule: "text") { text throws(Reason) in
        guard !text.isEmpty else { throw Reason("must not be empty") }
        guard !text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
            throw Reason("must not have control characters")
        }
        return text
    }

    /// A path of a file or folder.
    static func path(_ placeholder: String) -> Kind {
        Kind(placeholder, rule: "path", shape: .path) { text throws(Reason) in
            guard !text.isEmpty else { throw Reason("must not be empty") }
            return text
        }
    }

    /// A text of characters that Kafka allows in topic names: ASCII letters, digits, `.`, `_` and `-`.
    static func topicCharacters(length: ClosedRange<Int>, why: String) -> Kind {
        let rule = "at most \(length.upperBound) of `A-Z a-z 0-9 . _ -`"
        return Kind("NAME", rule: rule) { text throws(Reason) in
            guard text.utf8.allSatisfy(isTopicCharacter) else {
                throw Reason("may have only letters A-Z and a-z, digits, '.', '_' and '-'")
            }
            guard length.contains(text.utf8.count) else {
                throw Reason("must have \(bounded(length) { "\($0)" }) characters, \(why)")
            }
            return text
        }
    }

    private static func isTopicCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    /// Broker addresses: `host`, `host:port` or `[IPv6]:port`, each with an optional `PROTOCOL://`.
    static let hosts = Kind("HOST:PORT,...", rule: "list of `host:port`", shape: .list) { text throws(Reason) in
        var hosts: [String] = []
        for item in text.split(separator: ",", omittingEmptySubsequences: false) {
            hosts.append(try host(withoutBlanks(item)))
        }
        return hosts.joined(separator: ",")
    }

    private static func host(_ item: Substring) throws(Reason) -> String {
        var rest = item
        for prefix in ["PLAINTEXT://", "SSL://", "SASL_PLAINTEXT://", "SASL_SSL://"]
        where item.uppercased().hasPrefix(prefix) {
            rest = item.dropFirst(prefix.count)
        }
        let port: Substring?
        let name: Substring
        if rest.first == "[", let end = rest.firstIndex(of: "]") {
            name = rest[...end]
            let after = rest[rest.index(after: end)...]
            guard after.isEmpty || after.first == ":" else { throw Reason("'\(item)' is not host:port") }
            port = after.isEmpty ? nil : after.dropFirst()
        } else {
            let parts = rest.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            name = parts.first ?? ""
            port = parts.count > 1 ? parts[1] : nil
        }
        guard !name.isEmpty, name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") }) else {
            throw Reason("'\(item)' is not host:port, such as localhost:9092")
        }
        if let port {
            guard port.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), let number = Int(port), 1...65535 ~= number else {
                throw Reason("the port of '\(item)' must be a number from 1 to 65535")
            }
        }
        return String(item)
    }
}

extension Kind<[String]> {
    /// A list of words, separated by commas.
    static let words = Kind("WORD,...", rule: "list of words", shape: .list) { text throws(Reason) in
        var words: [String] = []
        for item in text.split(separator: ",", omittingEmptySubsequences: false) {
            let word = String(withoutBlanks(item))
            guard !word.isEmpty else { throw Reason("has an empty word between its commas") }
            guard !words.contains(word) else { throw Reason("names '\(word)' twice") }
            words.append(word)
        }
        return words
    } write: {
        $0.joined(separator: ",")
    }

    /// A program and its arguments; only the program is shown, because the arguments may contain secrets.
    static let program = Kind(
        "COMMAND",
        rule: "program and arguments with blanks between them",
        shown: { text in
            let words = text.split(separator: " ")
            return words.count > 1 ? "\(words[0]) \(Secret.mask)" : text
        },
        read: { text throws(Reason) in
            let words = text.split(separator: " ").map(String.init)
            guard !words.isEmpty else { throw Reason("must name a program") }
            return words
        }
    )
}

/// Removes white space at both ends, because people write spaces after commas.
func withoutBlanks(_ text: Substring) -> Substring {
    guard let first = text.firstIndex(where: { !$0.isWhitespace }),
        let last = text.lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return text[first...last]
}

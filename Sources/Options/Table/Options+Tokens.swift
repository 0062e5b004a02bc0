import System

/// Options for token login (OAUTHBEARER).
extension Options {
    static let tokenCommand = Option(
        "kafka-token-command",
        .program,
        .absent("none"),
        in: .kafka,
        of: connected,
        """
        Log in with tokens (SASL OAUTHBEARER) that this program prints: a JWT, or JSON with token, expires_at and \
        principal. It runs each time a token is needed, without a shell, for at most 15 s. Arguments are separated by \
        blanks.
        """
    )
    static let tokenFile = Option(
        "kafka-token-file",
        .path("FILE"),
        .absent("none"),
        in: .kafka,
        of: connected,
        """
        Log in with tokens from this file, which another program keeps up to date, such as a projected volume. It is \
        read each time a token is needed.
        """
    )
}

extension Kind<[String]> {
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

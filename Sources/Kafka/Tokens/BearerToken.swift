/// A token by which a client logs in (OAUTHBEARER), for as long as it is valid.
package struct BearerToken: Sendable, Equatable {
    /// As it is sent to brokers: a secret.
    let value: String
    /// From then on brokers refuse it; milliseconds since 1970.
    package let expiresAtMilliseconds: Int64
    /// Whose it is, for the library's log; the broker reads that from the token itself.
    package let principal: String

    package init(_ value: String, expiresAtMilliseconds: Int64, principal: String) {
        self.value = value
        self.expiresAtMilliseconds = expiresAtMilliseconds
        self.principal = principal
    }
}

extension BearerToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Whose it is, and nothing of the token.
    package var description: String { "token of \(principal)" }
    /// The same as the description, so that no dump shows it.
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// Why there is no token: a sentence with what to do, and no secret in it.
package struct TokenFailure: Error, Sendable, Equatable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}

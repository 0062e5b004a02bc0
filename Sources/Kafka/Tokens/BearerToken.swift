/// An OAUTHBEARER token by which clients authenticate until it expires.
package struct BearerToken: Sendable, Equatable {
    /// The token as sent to brokers; a secret.
    let value: String
    /// The expiry, in milliseconds since 1970.
    package let expiresAtMilliseconds: Int64
    /// The owner of the token, for the library's log; brokers read the owner from the token itself.
    package let principal: String

    package init(_ value: String, expiresAtMilliseconds: Int64, principal: String) {
        self.value = value
        self.expiresAtMilliseconds = expiresAtMilliseconds
        self.principal = principal
    }
}

extension BearerToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The owner, without the token.
    package var description: String { "token of \(principal)" }
    /// Hides the token in debug output too.
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// The reason why no token could be fetched, with advice and without secrets.
package struct TokenFailure: Error, Sendable, Equatable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}

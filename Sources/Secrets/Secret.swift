/// Which of librdkafka's properties hold secrets, and how these are kept out of every text.
///
/// One list for all that print a property or what the library says: two would come to differ.
package enum Secret {
    /// Stands where a secret was.
    package static let mask = "***"

    /// Parts of names, in lower case: librdkafka gets new properties with every release, so better one too many.
    private static let parts = [
        "password", "passphrase", "secret", "private", "assertion", "token", "credential", "key.pem", "ssl_key",
        "oauthbearer.config", "jaas", "kinit.cmd",
    ]

    /// Whether a property's value must never be seen, by the property's name.
    package static func isSecret(_ name: String) -> Bool {
        let name = name.lowercased()
        return parts.contains { name.contains($0) }
    }

    /// The value as it may be shown.
    package static func shown(_ value: String, of name: String) -> String {
        isSecret(name) ? mask : value
    }
}

/// Decides which of librdkafka's properties are secret, and masks them.
///
/// Everything that prints a property or a message of the library uses this one list.
package enum Secret {
    /// The text that replaces a secret.
    package static let mask = "***"

    /// Parts of the names of secret properties, in lower case.
    ///
    /// The parts are general, because each release of librdkafka adds properties.
    private static let parts = [
        "password", "passphrase", "secret", "private", "assertion", "token", "credential", "key.pem", "ssl_key",
        "oauthbearer.config", "jaas", "kinit.cmd",
    ]

    /// Whether the value of a property is secret, by the property's name.
    package static func isSecret(_ name: String) -> Bool {
        let name = name.lowercased()
        return parts.contains { name.contains($0) }
    }

    /// Returns the value, or the mask if the property is secret.
    package static func shown(_ value: String, of name: String) -> String {
        isSecret(name) ? mask : value
    }
}

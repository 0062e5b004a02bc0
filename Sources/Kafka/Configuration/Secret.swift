/// Which settings hold secrets, and how they are kept out of texts.
enum Secret {
    /// Stands where a secret was.
    static let mask = "(hidden)"

    /// By parts of the name rather than by a list: librdkafka gets new ones with every release.
    static func isSecret(_ name: String) -> Bool {
        name.contains("password") || name.contains("secret") || name.contains("private") || name.hasPrefix("ssl.key.")
            || name == "ssl_key" || name.contains("assertion") || name == "sasl.oauthbearer.config"
    }

    /// Takes secret values out of what librdkafka says: its reasons quote the value.
    static func masked(_ text: String, _ entries: [Configuration.Entry]) -> String {
        var text = text
        for entry in entries where isSecret(entry.name) && !entry.value.isEmpty {
            text = text.replacing(entry.value, with: mask)
        }
        return text
    }
}

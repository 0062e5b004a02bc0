import CRDKafka
import System

/// The properties of one client, by librdkafka's names, in order.
///
/// If a name is set twice, the last value wins.
package struct Configuration: Sendable, Equatable, ExpressibleByDictionaryLiteral {
    /// The properties; each name occurs once.
    package private(set) var entries: [Entry] = []
    /// The source of OAUTHBEARER tokens; nil if the client does not use them.
    package var tokens: TokenKeeper?
    /// The log of the certificates that brokers present; nil if they are not recorded.
    package var certificates: CertificateLog?

    /// A property with its value.
    package struct Entry: Sendable, Equatable {
        /// The name, such as `bootstrap.servers`.
        package let name: String
        /// The value in librdkafka's format; may be a secret.
        package let value: String
    }

    package init(dictionaryLiteral pairs: (String, String)...) {
        for (name, value) in pairs { self[name] = value }
    }

    /// The value of a property; nil stands for librdkafka's default.
    package subscript(name: String) -> String? {
        get { entries.first { $0.name == name }?.value }
        set {
            let entry = newValue.map { Entry(name: name, value: $0) }
            if let index = entries.firstIndex(where: { $0.name == name }) {
                entries.replaceSubrange(index...index, with: entry.map { [$0] } ?? [])
            } else if let entry {
                entries.append(entry)
            }
        }
    }

    /// Sets a property unless it is set already.
    package mutating func setDefault(_ name: String, _ value: String) {
        if self[name] == nil { self[name] = value }
    }
}

extension Configuration {
    /// The secret values, to be masked in texts.
    var secrets: SecretValues { SecretValues(entries.lazy.map { ($0.name, $0.value) }) }
}

extension Configuration: CustomStringConvertible {
    /// All properties, with secret values masked.
    package var description: String {
        entries.map { "\($0.name)=\(Secret.shown($0.value, of: $0.name))" }.joined(separator: ", ")
    }
}

extension Configuration: CustomDebugStringConvertible {
    /// Hides secret values in debug output too.
    package var debugDescription: String { description }
}

extension Configuration: CustomReflectable {
    /// Hides secret values in dumps too.
    package var customMirror: Mirror {
        Mirror(self, children: ["entries": description])
    }
}

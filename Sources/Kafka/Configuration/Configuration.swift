import CRDKafka
import Secrets

/// Properties of one client by librdkafka's own names, in the order given; the last of a name wins.
package struct Configuration: Sendable, Equatable, ExpressibleByDictionaryLiteral {
    /// The names and values; a name occurs once.
    package private(set) var entries: [Entry] = []
    /// Who gets the tokens that a client logs in with; nil: it does not log in by tokens.
    package var tokens: TokenKeeper?
    /// What notes the certificates that brokers show; nil: nobody wants them.
    package var certificates: CertificateLog?

    /// A name of librdkafka's list of properties and its value as text.
    package struct Entry: Sendable, Equatable {
        /// Such as `bootstrap.servers`.
        package let name: String
        /// As librdkafka reads it; may be a secret.
        package let value: String
    }

    /// Makes a configuration from pairs, in their order.
    package init(_ pairs: some Sequence<(name: String, value: String)>) {
        for (name, value) in pairs { self[name] = value }
    }

    /// Makes a configuration from a literal, in its order.
    package init(dictionaryLiteral pairs: (String, String)...) {
        for (name, value) in pairs { self[name] = value }
    }

    /// The value of a property; nil leaves librdkafka's default.
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

    /// Sets a value unless the name has one already.
    package mutating func setDefault(_ name: String, _ value: String) {
        if self[name] == nil { self[name] = value }
    }
}

extension Configuration {
    /// The values that no text may show.
    var secrets: SecretValues { SecretValues(entries.lazy.map { ($0.name, $0.value) }) }
}

extension Configuration: CustomStringConvertible {
    /// All names with their values, secrets hidden.
    package var description: String {
        entries.map { "\($0.name)=\(Secret.shown($0.value, of: $0.name))" }.joined(separator: ", ")
    }
}

extension Configuration: CustomDebugStringConvertible {
    /// The same as the description, so that no dump shows a secret.
    package var debugDescription: String { description }
}

extension Configuration: CustomReflectable {
    /// Nothing but names and hidden values, for the same reason.
    package var customMirror: Mirror {
        Mirror(self, children: ["entries": description])
    }
}

import JSON
package import Vocabulary

/// The secrets of all connections, from the file of `--secrets` and the environment.
///
/// ```json
/// {"default": "whsec_…", "apps": {"demo": ["whsec_…", "whsk_…"]}, "connections": {"conn-7": "whsec_…"}}
/// ```
package struct SecretsFile: Equatable, Sendable {
    /// The largest file in bytes; parsing takes about fifteen times as much memory.
    package static let bytesMax = 8 << 20
    /// The largest number of secrets that are in force at once.
    package static let secretsMax = 8

    private var standard: [WebhookSecret] = []
    private var apps: [ConnectionID: [WebhookSecret]] = [:]
    private var connections: [ConnectionID: [WebhookSecret]] = [:]

    /// Reads the secrets.
    ///
    /// `file` is nil if there is none. `environment` has secrets separated by spaces, which are the default secrets if
    /// the file has no default.
    ///
    /// - Throws: The place of the first fault, and the reason; never a part of a secret.
    package init(file: [UInt8]?, environment: String?) throws(SecretsFault) {
        if let file { try read(file) }
        if standard.isEmpty, let environment {
            let texts = environment.split(separator: " ").map(String.init)
            guard texts.count <= Self.secretsMax else { throw .tooMany(SecretsFault.environment) }
            standard = try texts.map { text throws(SecretsFault) in try Self.secret(text, SecretsFault.environment) }
        }
    }

    /// Whether there is no secret at all.
    package var isEmpty: Bool { standard.isEmpty && apps.isEmpty && connections.isEmpty }

    /// Returns the secrets in force for a job, in the order of the file; empty if there are none.
    ///
    /// `connection` is nil if a receiver does not know the connection.
    ///
    /// - Returns: The connection's own secrets, else the app's, else the default secrets.
    package func secrets(app: [UInt8]?, connection: ConnectionID?) -> [WebhookSecret] {
        if let connection, let own = connections[connection] { return own }
        if let app = app.flatMap({ ConnectionID($0) }), let own = apps[app] { return own }
        return standard
    }

    private mutating func read(_ file: [UInt8]) throws(SecretsFault) {
        guard file.count <= Self.bytesMax else {
            throw SecretsFault(place: "", reason: "must not be longer than \(Self.bytesMax) bytes")
        }
        var parser = Parser(maximumDepth: 8)
        guard let root = try? parser.parse(file) else { throw .notJSON(file) }
        guard var members = root.members else { throw SecretsFault(place: "", reason: "must be a JSON object") }
        while let member = members.next() {
            if member.key == "default" {
                standard = try Self.secrets(member.value, "/default")
            } else if member.key == "apps" {
                apps = try Self.table(member.value, "/apps")
            } else if member.key == "connections" {
                connections = try Self.table(member.value, "/connections")
            } else {
                // The key is not shown, because it can be a secret at the wrong place.
                throw SecretsFault(place: "", reason: "must have the members default, apps and connections only")
            }
        }
    }

    private static func table(_ value: Value, _ place: String) throws(SecretsFault) -> [ConnectionID: [WebhookSecret]] {
        guard var members = value.members else { throw SecretsFault(place: place, reason: "must be an object") }
        var table: [ConnectionID: [WebhookSecret]] = [:]
        var number = 0
        while let member = members.next() {
            number += 1
            let key = member.key.string
            guard let id = ConnectionID(member.key.bytes) else {
                throw SecretsFault(place: place, reason: "has a malformed id: member \(number)")
            }
            // If the value does not look like a secret, it may be swapped with its key, which then must not be shown.
            let isShown = !looksSecret(key) && looksSecret(member.value.text?.string ?? firstText(member.value))
            table[id] = try secrets(member.value, isShown ? "\(place)/\(key)" : "\(place) (member \(number))")
        }
        return table
    }

    private static func firstText(_ array: Value) -> String {
        var elements = array.elements
        return elements?.next()?.text?.string ?? ""
    }

    /// Whether a text contains the prefix of a secret.
    private static func looksSecret(_ text: String) -> Bool {
        [WebhookSecret.symmetricPrefix, WebhookSecret.privatePrefix].contains { text.contains($0) }
    }

    private static func secrets(_ value: Value, _ place: String) throws(SecretsFault) -> [WebhookSecret] {
        if let text = value.text { return [try secret(text.string, place)] }
        guard var elements = value.elements, value.count > 0 else {
            throw SecretsFault(place: place, reason: "must be a secret, or an array of up to \(secretsMax)")
        }
        guard value.count <= secretsMax else { throw .tooMany(place) }
        var secrets: [WebhookSecret] = []
        while let element = elements.next() {
            let place = "\(place)/\(secrets.count)"
            guard let text = element.text else { throw SecretsFault(place: place, reason: "must be a string") }
            secrets.append(try secret(text.string, place))
        }
        return secrets
    }

    private static func secret(_ text: String, _ place: String) throws(SecretsFault) -> WebhookSecret {
        do throws(SecretFault) {
            return try WebhookSecret(text)
        } catch {
            throw SecretsFault(place: place, reason: error.demand)
        }
    }
}

/// The place of a fault in the secrets, with the reason.
package struct SecretsFault: Error, Equatable, Sendable, CustomStringConvertible {
    /// The name of the variable with the default secrets, used as the place of a fault.
    package static let environment = "FORK_WEBHOOK_SECRET"

    /// A JSON pointer into the file, or the name of the variable; empty for the whole file.
    package let place: String
    /// The end of a sentence whose subject is the place.
    package let reason: String

    /// One sentence for a person, without any part of a secret.
    package var description: String { "\(place.isEmpty ? "The file" : place) \(reason)." }

    static func tooMany(_ place: String) -> SecretsFault {
        SecretsFault(place: place, reason: "must not have more than \(SecretsFile.secretsMax) secrets")
    }

    /// Returns the fault of a file that is not JSON, with the reason from parsing the file again.
    static func notJSON(_ file: [UInt8]) -> SecretsFault {
        var parser = Parser(maximumDepth: 8)
        do throws(ParseError) {
            _ = try parser.parse(file)
            return SecretsFault(place: "", reason: "must be JSON")
        } catch {
            return SecretsFault(place: "", reason: "must be JSON: \(error.description.dropLast())")
        }
    }
}

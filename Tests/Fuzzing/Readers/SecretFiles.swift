import Vocabulary
import Webhooks

/// A file of secrets is refused without showing one, or each of its secrets signs what it verifies.
enum SecretFiles {
    static func check(_ bytes: [UInt8]) throws(Fault) {
        let text = String(decoding: bytes.prefix(500), as: UTF8.self)
        try check(file: bytes, environment: nil, bytes)
        try check(file: nil, environment: text, bytes)
    }

    private static func check(file: [UInt8]?, environment: String?, _ bytes: [UInt8]) throws(Fault) {
        let secrets: [WebhookSecret]
        do throws(SecretsFault) {
            let read = try SecretsFile(file: file, environment: environment)
            guard let connection = ConnectionID(Array("conn-7".utf8)) else { return }
            secrets = read.secrets(app: Array("demo".utf8), connection: connection)
        } catch {
            return try checkShown(error.description, bytes)
        }
        let message = SignedMessage(id: Array("id".utf8), timestamp: Array("1700000000".utf8), body: bytes)
        guard let signature = Signer.signature(of: message, by: secrets) else {
            return try expect(secrets.isEmpty, "a secret does not sign")
        }
        for secret in secrets {
            let verdict = Verifier.verdict(
                on: message,
                signature: Array(signature.utf8),
                by: [secret],
                nowSeconds: 1_700_000_000
            )
            try expect(verdict == .verified, "a secret does not verify what it signs")
        }
    }

    /// Checks that a text shows nothing of what follows the beginning of a secret.
    private static func checkShown(_ shown: String, _ bytes: [UInt8]) throws(Fault) {
        let isPlain = shown.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        try expect(isPlain, "a fault has control characters")
        let shown = Array(shown.utf8)
        for prefix in ["whsec_", "whsk_"].map({ Array($0.utf8) }) {
            for place in bytes.indices where bytes[place...].starts(with: prefix) {
                let secret = bytes[(place + prefix.count)...].prefix(8)
                guard secret.count == 8, isTelling(secret) else { continue }
                let isShown = shown.indices.contains { shown[$0...].starts(with: secret) }
                try expect(!isShown, "a fault shows a secret")
            }
        }
    }

    /// Whether bytes are base64, and no words of a message.
    private static func isTelling(_ bytes: ArraySlice<UInt8>) -> Bool {
        let characters = bytes.map { Character(Unicode.Scalar($0)) }
        return characters.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "+") }
            && characters.contains { $0.isUppercase || $0.isNumber }
    }
}

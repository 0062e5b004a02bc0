import JSON
import Vocabulary

/// A secret that was just made, in the text forms of Standard Webhooks.
///
/// This value is meant to be printed once: unlike `WebhookSecret`, its description shows its keys.
package enum NewSecret: Equatable, Sendable {
    case symmetric(secret: String)
    case ed25519(privateKey: String, publicKey: String)

    /// Makes a symmetric secret of 32 bytes.
    package static func symmetric(from random: inout some RandomNumberGenerator) -> NewSecret {
        .symmetric(secret: WebhookSecret.symmetricPrefix + Base64.text(bytes(&random)))
    }

    /// Makes a pair of keys; nil if libcrypto does not provide Ed25519.
    package static func ed25519(from random: inout some RandomNumberGenerator) -> NewSecret? {
        let seed = bytes(&random)
        guard let publicKey = Ed25519.publicKey(ofSeed: seed) else { return nil }
        return .ed25519(
            privateKey: WebhookSecret.privatePrefix + Base64.text(seed + publicKey),
            publicKey: WebhookSecret.publicPrefix + Base64.text(publicKey)
        )
    }

    /// The text with which deliveries are signed.
    package var signing: String {
        switch self {
        case .symmetric(let secret): secret
        case .ed25519(let privateKey, _): privateKey
        }
    }

    /// The line that is printed: `{"secret"}` or `{"private", "public"}`.
    package var json: [UInt8] {
        Writer.object { writer in
            switch self {
            case .symmetric(let secret): writer.member("secret", secret)
            case .ed25519(let privateKey, let publicKey):
                writer.member("private", privateKey)
                writer.member("public", publicKey)
            }
        }
    }

    private static func bytes(_ random: inout some RandomNumberGenerator) -> [UInt8] {
        (0..<32).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    }
}

import Vocabulary

/// Signs deliveries as Standard Webhooks 1.0 requires.
package enum Signer {
    /// The versions of signatures.
    static let symmetricVersion = "v1"
    static let asymmetricVersion = "v1a"

    /// Returns the value of the header `webhook-signature`: one signature for each secret, in order.
    ///
    /// - Returns: The value; nil if there is no secret, or if libcrypto fails.
    package static func signature(of message: SignedMessage, by secrets: [WebhookSecret]) -> String? {
        let content = message.content
        let signatures = secrets.compactMap { secret in
            switch secret {
            case .symmetric(let key):
                HMAC.sha256(content, key: key).map { "\(symmetricVersion),\(Base64.text($0))" }
            case .ed25519(let seed, _):
                Ed25519.signature(content, seed: seed).map { "\(asymmetricVersion),\(Base64.text($0))" }
            }
        }
        guard !signatures.isEmpty, signatures.count == secrets.count else { return nil }
        return signatures.joined(separator: " ")
    }
}

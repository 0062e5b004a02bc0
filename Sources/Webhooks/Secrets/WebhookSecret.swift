import Vocabulary

/// A key that signs deliveries: a secret that the receiver shares, or a private key of Ed25519.
///
/// No description of a value contains the key.
package enum WebhookSecret: Equatable, Sendable {
    /// The bytes of a `whsec_…` secret.
    case symmetric([UInt8])
    /// The seed of a `whsk_…` secret, and its public key.
    case ed25519(seed: [UInt8], publicKey: [UInt8])

    static let symmetricPrefix = "whsec_"
    static let privatePrefix = "whsk_"
    static let publicPrefix = "whpk_"
    /// The lengths that Standard Webhooks allows for a symmetric secret.
    private static let symmetricCount = 24...64

    /// Parses `whsec_…` or `whsk_…`: the prefix, followed by base64.
    ///
    /// - Throws: The reason why the text is not a secret.
    package init(_ text: String) throws(SecretFault) {
        if text.hasPrefix(Self.symmetricPrefix) {
            guard let bytes = Base64.bytes(text.dropFirst(Self.symmetricPrefix.count).utf8) else { throw .base64 }
            guard Self.symmetricCount.contains(bytes.count) else { throw .symmetricLength }
            self = .symmetric(bytes)
        } else if text.hasPrefix(Self.privatePrefix) {
            guard let bytes = Base64.bytes(text.dropFirst(Self.privatePrefix.count).utf8) else { throw .base64 }
            guard bytes.count == Ed25519.keyCount || bytes.count == 2 * Ed25519.keyCount else { throw .privateLength }
            let seed = Array(bytes.prefix(Ed25519.keyCount))
            guard let publicKey = Ed25519.publicKey(ofSeed: seed) else { throw .noEd25519 }
            let claimed = bytes.dropFirst(Ed25519.keyCount)
            guard claimed.isEmpty || claimed.elementsEqual(publicKey) else { throw .publicKey }
            self = .ed25519(seed: seed, publicKey: publicKey)
        } else {
            throw .prefix
        }
    }
}

extension WebhookSecret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "***" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// The reason why a text is not a secret.
package enum SecretFault: Error, CaseIterable, Sendable {
    case prefix, base64, symmetricLength, privateLength, publicKey, noEd25519

    /// The end of a sentence whose subject is the secret, as in "must be base64".
    package var demand: String {
        switch self {
        case .prefix: "must begin with whsec_ or whsk_"
        case .base64: "must have base64 with padding behind its prefix"
        case .symmetricLength: "must have base64 of 24 to 64 bytes behind whsec_"
        case .privateLength: "must have base64 of 32 bytes behind whsk_, or of 64 with the public key"
        case .publicKey: "has a public key behind the seed that is not the seed's"
        case .noEd25519: "needs Ed25519, which this libcrypto does not provide"
        }
    }
}

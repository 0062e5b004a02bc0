import CCrypto
import Foundation

/// A key that verifies webhooks: a `whsec_`, or the public key of an Ed25519 pair (`whpk_`), each with base64 behind it.
enum WebhookKey {
    case symmetric(Data)
    case ed25519(Data)

    /// Returns nil for any other text. An empty key would let anybody sign.
    init?(_ text: some StringProtocol) {
        guard let separator = text.firstIndex(of: "_"),
            let bytes = Data(base64Encoded: String(text[text.index(after: separator)...]))
        else { return nil }
        switch text[..<separator] {
        case "whsec" where (24...64).contains(bytes.count): self = .symmetric(bytes)
        case "whpk" where bytes.count == 32: self = .ed25519(bytes)
        default: return nil
        }
    }
}

/// A webhook as it arrives: three headers of Standard Webhooks 1.0, and the body.
struct Webhook {
    private static let toleranceSeconds = 300.0

    let id: String
    let timestamp: String
    let signatures: String
    let body: Data

    /// Returns whether a signature fits one of the keys, and the time is right.
    func isVerified(by keys: [WebhookKey], at now: Date = Date()) -> Bool {
        guard !id.isEmpty, timestamp.count <= 12, let seconds = UInt64(timestamp),
            abs(now.timeIntervalSince1970 - Double(seconds)) <= Self.toleranceSeconds
        else { return false }
        let message = Data("\(id).\(timestamp).".utf8) + body
        let given = signatures.split(separator: " ").compactMap { one -> (kind: Substring, bytes: Data)? in
            let parts = one.split(separator: ",", maxSplits: 1)
            guard parts.count == 2, let bytes = Data(base64Encoded: String(parts[1])) else { return nil }
            return (parts[0], bytes)
        }
        return keys.contains { key in
            switch key {
            case .ed25519(let publicKey):
                return given.contains { $0.kind == "v1a" && Self.isSigned(message, by: publicKey, $0.bytes) }
            case .symmetric(let secret):
                let wanted = Self.hmac(message, key: secret)
                return given.contains { $0.kind == "v1" && Self.areEqual($0.bytes, wanted) }
            }
        }
    }

    private static func hmac(_ message: Data, key: Data) -> Data {
        var digest = [UInt8](repeating: 0, count: 32)
        HMAC(EVP_sha256(), Array(key), Int32(key.count), Array(message), message.count, &digest, nil)
        return Data(digest)
    }

    /// Compares in constant time, so that the time does not tell how much of a signature is right.
    private static func areEqual(_ one: Data, _ other: Data) -> Bool {
        one.count == other.count && CRYPTO_memcmp(Array(one), Array(other), one.count) == 0
    }

    private static func isSigned(_ message: Data, by publicKey: Data, _ signature: Data) -> Bool {
        let key = EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nil, Array(publicKey), publicKey.count)
        let context = EVP_MD_CTX_new()
        defer {
            EVP_MD_CTX_free(context)
            EVP_PKEY_free(key)
        }
        guard key != nil, EVP_DigestVerifyInit(context, nil, nil, nil, key) == 1 else { return false }
        return EVP_DigestVerify(context, Array(signature), signature.count, Array(message), message.count) == 1
    }
}

import CCrypto
import Foundation

/// A webhook as it arrives: three headers of Standard Webhooks 1.0, and the body.
struct Webhook {
    private static let toleranceSeconds = 300.0

    let id: String
    let timestamp: String
    let signatures: String
    let body: Data

    /// Returns whether a signature fits one of the secrets, and the time is right.
    ///
    /// A secret is `whsec_` (shared) or `whpk_` (the public key of an Ed25519 pair), each with base64 behind it.
    func isVerified(by secrets: [String], at now: Date = Date()) -> Bool {
        guard !id.isEmpty, timestamp.count <= 12, let seconds = UInt64(timestamp),
            abs(now.timeIntervalSince1970 - Double(seconds)) <= Self.toleranceSeconds
        else { return false }
        let message = Data("\(id).\(timestamp).".utf8) + body
        let given = signatures.split(separator: " ").compactMap { one -> (kind: Substring, bytes: Data)? in
            let parts = one.split(separator: ",", maxSplits: 1)
            guard parts.count == 2, let bytes = Data(base64Encoded: String(parts[1])) else { return nil }
            return (parts[0], bytes)
        }
        return secrets.contains { secret in
            guard let key = Data(base64Encoded: String(secret.drop { $0 != "_" }.dropFirst())) else { return false }
            if secret.hasPrefix("whpk_") {
                return given.contains { $0.kind == "v1a" && Self.isSigned(message, by: key, $0.bytes) }
            }
            let wanted = Self.hmac(message, key: key)
            return given.contains { $0.kind == "v1" && Self.areEqual($0.bytes, wanted) }
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

import CCrypto

/// Signatures of Ed25519 (RFC 8032) by libcrypto.
package enum Ed25519 {
    /// The number of bytes of a seed and of a public key.
    package static let keyCount = 32
    private static let signatureCount = 64

    /// Returns the public key of a seed of 32 bytes; nil for another length, or if libcrypto fails.
    package static func publicKey(ofSeed seed: [UInt8]) -> [UInt8]? {
        guard seed.count == keyCount,
            let key = unsafe EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nil, seed, keyCount)
        else { return nil }
        defer { unsafe EVP_PKEY_free(key) }
        var bytes = [UInt8](repeating: 0, count: keyCount)
        var count = keyCount
        return unsafe EVP_PKEY_get_raw_public_key(key, &bytes, &count) == 1 && count == keyCount ? bytes : nil
    }

    /// Returns the signature of 64 bytes; nil if libcrypto fails.
    package static func signature(_ message: [UInt8], seed: [UInt8]) -> [UInt8]? {
        guard seed.count == keyCount,
            let key = unsafe EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nil, seed, keyCount)
        else { return nil }
        defer { unsafe EVP_PKEY_free(key) }
        guard let context = unsafe EVP_MD_CTX_new() else { return nil }
        defer { unsafe EVP_MD_CTX_free(context) }
        var signature = [UInt8](repeating: 0, count: signatureCount)
        var count = signatureCount
        let isMade =
            unsafe EVP_DigestSignInit(context, nil, nil, nil, key) == 1
            && EVP_DigestSign(context, &signature, &count, message, message.count) == 1
        return isMade && count == signatureCount ? signature : nil
    }

    /// Whether a signature of the message was made with the private key that belongs to the public key.
    package static func isValid(_ signature: [UInt8], of message: [UInt8], publicKey: [UInt8]) -> Bool {
        guard signature.count == signatureCount, publicKey.count == keyCount,
            let key = unsafe EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nil, publicKey, keyCount)
        else { return false }
        defer { unsafe EVP_PKEY_free(key) }
        guard let context = unsafe EVP_MD_CTX_new() else { return false }
        defer {
            unsafe EVP_MD_CTX_free(context)
            // A wrong signature leaves an error, which must not stay in OpenSSL's error queue.
            ERR_clear_error()
        }
        return unsafe EVP_DigestVerifyInit(context, nil, nil, nil, key) == 1
            && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
    }
}

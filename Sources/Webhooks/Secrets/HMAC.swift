import CCrypto

/// HMAC-SHA256, and a comparison in constant time, by libcrypto.
enum HMAC {
    /// Returns the HMAC-SHA256 of a message, with 32 bytes; nil if libcrypto fails.
    static func sha256(_ message: [UInt8], key: [UInt8]) -> [UInt8]? {
        var code = [UInt8](repeating: 0, count: 32)
        var count: UInt32 = 0
        let isMade = unsafe CCrypto.HMAC(
            EVP_sha256(),
            key,
            Int32(clamping: key.count),
            message,
            message.count,
            &code,
            &count
        )
        return unsafe isMade != nil && count == 32 ? code : nil
    }

    /// Whether two byte strings are equal, in a time that depends only on their lengths.
    static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        unsafe left.count == right.count && CRYPTO_memcmp(left, right, left.count) == 0
    }
}

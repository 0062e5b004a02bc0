import CCrypto

/// SHA-256 by libcrypto.
enum SHA256Digest {
    /// Returns the 32 bytes of a digest; nil if libcrypto fails.
    static func of(_ bytes: [UInt8]) -> [UInt8]? {
        var digest = [UInt8](repeating: 0, count: 32)
        var count: UInt32 = 0
        guard unsafe EVP_Digest(bytes, bytes.count, &digest, &count, EVP_sha256(), nil) == 1, count == 32 else {
            return nil
        }
        return digest
    }

    /// Returns the first hexadecimal digits of a digest, an even number of them.
    static func mark(_ digest: [UInt8], digits: Int = 8) -> String {
        digest.prefix(digits / 2).map { byte in
            let text = String(byte, radix: 16)
            return text.count == 1 ? "0\(text)" : text
        }.joined()
    }
}

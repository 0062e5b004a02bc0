import CCrypto

extension UUID128 {
    /// The SHA-1 algorithm, fetched once, because fetching it takes longer than computing a digest.
    ///
    /// It is never changed, and libcrypto allows several threads to use it.
    private nonisolated(unsafe) static let sha1 = unsafe EVP_MD_fetch(nil, "SHA1", nil)

    /// The namespace of all derived ids: the version 5 UUID of `fork-worker` in the DNS namespace of RFC 9562.
    package static let namespace = UUID128(hi: 0x3F0C_5B23_EA08_5992, lo: 0x9CEA_208E_69FD_9129)

    /// Derives the version 5 UUID of a name (RFC 9562, section 5.5).
    package static func v5(namespace: UUID128 = .namespace, name: some Collection<UInt8>) -> UUID128 {
        var message: [UInt8] = []
        message.reserveCapacity(16 + name.count)
        unsafe withUnsafeBytes(of: namespace.hi.bigEndian) { unsafe message.append(contentsOf: $0) }
        unsafe withUnsafeBytes(of: namespace.lo.bigEndian) { unsafe message.append(contentsOf: $0) }
        message.append(contentsOf: name)
        guard let (hi, lo) = digest(of: message) else {
            // Continuing would publish wrong ids. `canBeDerived` is checked at startup, so the likely cause is
            // exhausted memory.
            preconditionFailure("libcrypto has made SHA-1 digests, and now makes none")
        }
        return UUID128(
            hi: hi & 0xffff_ffff_ffff_0fff | 0x5000,
            lo: lo & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000
        )
    }

    /// Whether libcrypto provides SHA-1, which derived ids need and a FIPS policy can forbid.
    package static var canBeDerived: Bool { digest(of: []) != nil }

    /// Returns the SHA-1 digest of bytes in 40 lower-case hexadecimal digits.
    package static func sha1Hexadecimal(of bytes: RawSpan) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 20)
        let isMade = unsafe bytes.withUnsafeBytes { message in
            unsafe EVP_Digest(message.baseAddress, message.count, &digest, nil, sha1 ?? EVP_sha1(), nil) == 1
        }
        // Continuing would publish wrong ids; see `v5`.
        precondition(isMade, "libcrypto has made SHA-1 digests, and now makes none")
        let digits = Array("0123456789abcdef".utf8)
        return digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    }

    /// Returns the first 16 of the 20 bytes of a SHA-1 digest; nil if libcrypto fails.
    ///
    /// The digest is used for naming, not for security.
    private static func digest(of message: [UInt8]) -> (hi: UInt64, lo: UInt64)? {
        unsafe withUnsafeTemporaryAllocation(byteCount: 20, alignment: 8) { digest in
            let room = unsafe digest.baseAddress?.assumingMemoryBound(to: UInt8.self)
            let isMade = unsafe message.withUnsafeBufferPointer { text in
                unsafe EVP_Digest(text.baseAddress, text.count, room, nil, sha1 ?? EVP_sha1(), nil) == 1
            }
            guard isMade else { return nil }
            let hi = unsafe UInt64(bigEndian: digest.load(fromByteOffset: 0, as: UInt64.self))
            return unsafe (hi, UInt64(bigEndian: digest.load(fromByteOffset: 8, as: UInt64.self)))
        }
    }
}

import CCrypto

extension UUID128 {
    /// The algorithm, looked up once: libcrypto's own `SHA1` does so at each call, which costs more than the digest.
    ///
    /// Never changed, and safe to be used by several threads.
    private nonisolated(unsafe) static let sha1 = unsafe EVP_MD_fetch(nil, "SHA1", nil)

    /// The namespace of all ids that this worker derives: version 5 of `fork-worker` in the DNS namespace of RFC 9562.
    package static let namespace = UUID128(hi: 0x3F0C_5B23_EA08_5992, lo: 0x9CEA_208E_69FD_9129)

    /// The UUID of a name, version 5 (RFC 9562, section 5.5): equal names have
    /// equal ids, on every machine and for ever.
    package static func v5(namespace: UUID128 = .namespace, name: some Collection<UInt8>) -> UUID128 {
        var message: [UInt8] = []
        message.reserveCapacity(16 + name.count)
        unsafe withUnsafeBytes(of: namespace.hi.bigEndian) { unsafe message.append(contentsOf: $0) }
        unsafe withUnsafeBytes(of: namespace.lo.bigEndian) { unsafe message.append(contentsOf: $0) }
        message.append(contentsOf: name)
        guard let (hi, lo) = digest(of: message) else {
            // Going on would publish ids that are those of nothing. Whether there are digests is asked at the start, so
            // that this is memory that ran out.
            preconditionFailure("libcrypto has made SHA-1 digests, and now makes none")
        }
        return UUID128(
            hi: hi & 0xffff_ffff_ffff_0fff | 0x5000,
            lo: lo & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000
        )
    }

    /// Whether ids can be derived on this machine: libcrypto refuses SHA-1 where a policy says so, as that of FIPS does.
    package static var canBeDerived: Bool { digest(of: []) != nil }

    /// The first 16 of a SHA-1 digest's 20 bytes, which names things here and protects nothing; nil where libcrypto makes
    /// none.
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

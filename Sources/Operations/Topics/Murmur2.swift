/// The hash with which Java producers, and `murmur2` of librdkafka, choose the partition of a key.
package enum Murmur2 {
    private static let seed: UInt32 = 0x9747_B28C
    private static let factor: UInt32 = 0x5BD1_E995

    /// Hashes bytes like `org.apache.kafka.common.utils.Utils.murmur2`.
    package static func hash(_ bytes: [UInt8]) -> UInt32 {
        var hash = seed ^ UInt32(truncatingIfNeeded: bytes.count)
        let whole = bytes.count & ~3
        for at in stride(from: 0, to: whole, by: 4) {
            var word = (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[at + $1]) << UInt32(8 * $1) }
            word = word &* factor
            word ^= word >> 24
            hash = hash &* factor ^ word &* factor
        }
        if whole < bytes.count {
            for at in whole..<bytes.count { hash ^= UInt32(bytes[at]) << UInt32(8 * (at - whole)) }
            hash = hash &* factor
        }
        hash ^= hash >> 13
        hash = hash &* factor
        return hash ^ hash >> 15
    }

    /// Returns the partition of a key in a topic with `count` partitions.
    package static func partition(of key: [UInt8], count: Int32) -> Int32 {
        count < 1 ? 0 : Int32(hash(key) & 0x7FFF_FFFF) % count
    }
}

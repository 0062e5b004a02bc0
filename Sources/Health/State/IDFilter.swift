import Vocabulary

/// A Bloom filter over ids.
///
/// With one byte for each id in the set, the filter recognizes most ids that are not in the set. Clients can choose ids
/// with equal hashes. The only cost is an unnecessary read of a block of ids.
struct IDFilter: Equatable {
    /// The number of bits for each id, if the filter contains as many ids as its capacity.
    private static let bitsEach = 8
    /// The maximum number of words: a bit position has 16 bits of the hash, which can address 65,536 bits.
    static let wordsMax = 1024

    /// The bits of the filter; the number of words is a power of two.
    private(set) var words: [UInt64]

    /// Creates an empty filter for `capacity` ids.
    init(capacity: Int) {
        var count = 2
        while count * 64 < capacity * Self.bitsEach, count < Self.wordsMax { count *= 2 }
        words = [UInt64](repeating: 0, count: count)
    }

    /// Creates a filter from stored words; nil if their number is invalid.
    init?(words: [UInt64]) {
        guard words.count > 0, words.count <= Self.wordsMax, words.count.nonzeroBitCount == 1 else { return nil }
        self.words = words
    }

    /// The number of ids that the filter is intended for.
    var capacity: Int { words.count * 64 / Self.bitsEach }

    mutating func insert(_ id: UUID128) {
        var hash = Self.hash(id)
        for _ in 0..<4 {
            let bit = Int(hash & 0xFFFF) & (words.count * 64 - 1)
            words[bit >> 6] |= 1 << UInt64(bit & 63)
            hash >>= 16
        }
    }

    /// Whether an id may be in the set; always true if the id is in the set.
    func mayContain(_ id: UUID128) -> Bool {
        var hash = Self.hash(id)
        for _ in 0..<4 {
            let bit = Int(hash & 0xFFFF) & (words.count * 64 - 1)
            if words[bit >> 6] >> UInt64(bit & 63) & 1 == 0 { return false }
            hash >>= 16
        }
        return true
    }

    /// Mixes all bits of an id, because many ids differ in only a few bits.
    ///
    /// Stored filters and pages depend on this function, so it must not change.
    static func hash(_ id: UUID128) -> UInt64 {
        var mixed = id.hi ^ (id.lo &* 0x9E37_79B9_7F4A_7C15)
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// Tells for most ids that they are not in a set, in a byte for each that is (a Bloom filter).
///
/// Ids can be chosen so that it errs; it then costs a look at a block, and no more.
struct IDFilter: Equatable {
    /// As many ids as it is made for take so many bits each.
    private static let bitsEach = 8
    /// Sixteen bits of an id's hash say each of four places: they reach no further.
    static let wordsMax = 1024

    /// The bits, in a power of two of words.
    private(set) var words: [UInt64]

    /// An empty filter for so many ids.
    init(capacity: Int) {
        var count = 2
        while count * 64 < capacity * Self.bitsEach, count < Self.wordsMax { count *= 2 }
        words = [UInt64](repeating: 0, count: count)
    }

    /// A filter of these words; nil when they can't be one.
    init?(words: [UInt64]) {
        guard words.count > 0, words.count <= Self.wordsMax, words.count.nonzeroBitCount == 1 else { return nil }
        self.words = words
    }

    /// How many ids it is made for.
    var capacity: Int { words.count * 64 / Self.bitsEach }

    mutating func insert(_ id: UUID128) {
        var hash = Self.hash(id)
        for _ in 0..<4 {
            let bit = Int(hash & 0xFFFF) & (words.count * 64 - 1)
            words[bit >> 6] |= 1 << UInt64(bit & 63)
            hash >>= 16
        }
    }

    /// Whether an id may be in the set: always true when it is.
    func mayContain(_ id: UUID128) -> Bool {
        var hash = Self.hash(id)
        for _ in 0..<4 {
            let bit = Int(hash & 0xFFFF) & (words.count * 64 - 1)
            if words[bit >> 6] >> UInt64(bit & 63) & 1 == 0 { return false }
            hash >>= 16
        }
        return true
    }

    /// All bits of an id mixed into each other, since many ids share most of theirs.
    ///
    /// Stored filters and pages depend on it.
    static func hash(_ id: UUID128) -> UInt64 {
        var mixed = id.hi ^ (id.lo &* 0x9E37_79B9_7F4A_7C15)
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

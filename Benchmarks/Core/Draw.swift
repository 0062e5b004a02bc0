/// Numbers that look random and are the same in every run (SplitMix64).
struct Draw: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }

    /// An id, as uploads write it.
    mutating func uuid() -> String {
        func hex(_ word: UInt64, _ digits: Int) -> String {
            let text = String(word, radix: 16, uppercase: true)
            return String(repeating: "0", count: max(0, digits - text.count)) + text.suffix(digits)
        }
        let (high, low) = (next(), next())
        return "\(hex(high >> 32, 8))-\(hex(high >> 16, 4))-4\(hex(high, 3))-A\(hex(low >> 48, 3))-\(hex(low, 12))"
    }
}

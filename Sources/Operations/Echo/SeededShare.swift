/// Selects a random share of requests; the same seed selects the same requests.
struct SeededShare: Sendable {
    private let share: Double
    /// The state of SplitMix64.
    private var seed: UInt64

    /// Creates a selection; `share` is from 0 to 1, and `seed` determines which requests are selected.
    init(_ share: Double, seed: UInt64) {
        self.share = share
        self.seed = seed
    }

    /// Returns whether the next request is selected.
    mutating func next() -> Bool {
        seed &+= 0x9E37_79B9_7F4A_7C15
        var bits = seed
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        bits ^= bits >> 31
        // 53 bits fill the fraction of a double, so that the number stays below 1.
        return Double(bits >> 11) / Double(1 << 53) < share
    }
}

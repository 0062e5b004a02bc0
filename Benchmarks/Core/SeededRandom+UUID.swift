import Randomness

extension SeededRandom {
    /// Returns a random UUID as text, in the form that uploads use.
    mutating func uuid() -> String {
        func hex(_ word: UInt64, _ digits: Int) -> String {
            let text = String(word, radix: 16, uppercase: true)
            return String(repeating: "0", count: max(0, digits - text.count)) + text.suffix(digits)
        }
        let (high, low) = (next(), next())
        return "\(hex(high >> 32, 8))-\(hex(high >> 16, 4))-4\(hex(high, 3))-A\(hex(low >> 48, 3))-\(hex(low, 12))"
    }
}

/// Converts eight hexadecimal digits at once, as one 64-bit word.
///
/// Ids are parsed and written without a table or a branch per digit. The first character of a word is its least
/// significant byte.
enum Hexadecimal {
    /// Parses eight digits of any case; nil if one of them is not a hexadecimal digit.
    static func value(ofDigits digits: UInt64) -> UInt32? {
        // Bit 6 distinguishes letters from decimal digits. The low four bits of a letter are 9 less than its value.
        let letters = (digits >> 6) & ones
        let nibbles = (digits & 0x0f0f_0f0f_0f0f_0f0f) &+ letters &* 9
        guard nibbles & 0xf0f0_f0f0_f0f0_f0f0 == 0 else { return nil }
        // A byte that is not a digit does not survive the conversion back to text.
        guard lowerCase(nibbles) == digits | letters << 5 else { return nil }
        var value = nibbles.byteSwapped
        value = (value | value >> 4) & 0x00ff_00ff_00ff_00ff
        value = (value | value >> 8) & 0x0000_ffff_0000_ffff
        return UInt32(truncatingIfNeeded: value | value >> 16)
    }

    /// Returns the eight upper-case digits of a number.
    static func digits(of value: UInt32) -> UInt64 {
        var nibbles = UInt64(value)
        nibbles = (nibbles | nibbles << 16) & 0x0000_ffff_0000_ffff
        nibbles = (nibbles | nibbles << 8) & 0x00ff_00ff_00ff_00ff
        nibbles = (nibbles | nibbles << 4) & 0x0f0f_0f0f_0f0f_0f0f
        nibbles = nibbles.byteSwapped
        return nibbles &+ 0x3030_3030_3030_3030 &+ overNine(nibbles) &* 7
    }

    private static func lowerCase(_ nibbles: UInt64) -> UInt64 {
        nibbles &+ 0x3030_3030_3030_3030 &+ overNine(nibbles) &* 39
    }

    /// Returns a word with 1 in each byte whose value is above 9; all values must be at most 15.
    private static func overNine(_ nibbles: UInt64) -> UInt64 {
        ((nibbles &+ 0x0606_0606_0606_0606) >> 4) & ones
    }

    private static let ones: UInt64 = 0x0101_0101_0101_0101
}

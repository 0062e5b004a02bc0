extension Double {
    /// The nearest number of at most 15 significant digits: 28.999999999999996 becomes 29.
    ///
    /// Conversions of units leave errors in the last digits, which are no part of the measurement.
    package var roundedTo15Digits: Double {
        guard isFinite else { return self }
        var (integer, kept, dropped, exponent) = (Int64(0), 0, 0, 0)
        var isFraction = false
        var text = magnitude.description.utf8[...]
        if let mark = text.firstIndex(of: UInt8(ascii: "e")) {
            exponent = Int(String(decoding: text[text.index(after: mark)...], as: UTF8.self)) ?? 0
            text = text[..<mark]
        }
        for character in text {
            guard character != UInt8(ascii: ".") else {
                isFraction = true
                continue
            }
            let digit = Int64(character) - 0x30
            if isFraction { exponent -= 1 }
            if kept < 15 {
                integer = integer * 10 + digit
                if integer > 0 { kept += 1 }
            } else {
                if dropped == 0, digit >= 5 { integer += 1 }
                dropped += 1
            }
        }
        guard dropped > 0, let rounded = Double("\(integer)e\(exponent + dropped)"), rounded.isFinite else {
            return self
        }
        return sign == .minus ? -rounded : rounded
    }
}

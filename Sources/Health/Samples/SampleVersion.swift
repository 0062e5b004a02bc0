import Vocabulary

/// The version of a sample: a 64-bit integer or a double, compared exactly.
///
/// Nearly all versions are integers, so `Sample` contains only `whole`, and `Extra` contains a `rest` other than 0.
package struct SampleVersion: Comparable, Sendable {
    /// The greatest 64-bit integer that is not above the version, or `Int64.min` if there is none.
    package let whole: Int64
    /// The difference between the version and `whole`, from 0 to less than 1.
    ///
    /// If the version does not fit into 64 bits, `rest` is the version itself.
    package let rest: Double

    package init(_ whole: Int64, rest: Double = 0) {
        (self.whole, self.rest) = (whole, rest)
    }

    /// Creates a version from a double, which must not be NaN.
    package init(number: Double) {
        if number >= 0x1p63 {
            self.init(.max, rest: number)
        } else if number < -0x1p63 {
            self.init(.min, rest: number)
        } else {
            // The difference is exact, because a double with a fraction is less than 2^53.
            let floor = number.rounded(.down)
            self.init(Int64(floor), rest: number - floor)
        }
    }

    /// Parses a JSON number; nil for any other text.
    ///
    /// A 64-bit integer is kept exactly. Any other number becomes the nearest finite double.
    package init?(_ text: [UInt8]) {
        guard let isInteger = Self.isNumber(text) else { return nil }
        let string = String(decoding: text, as: UTF8.self)
        if isInteger, let whole = Int64(string) {
            self.init(whole)
        } else if let number = Double(string) {
            let greatest = Double.greatestFiniteMagnitude
            self.init(number: max(-greatest, min(greatest, number)))
        } else {
            return nil
        }
    }

    package static func < (left: Self, right: Self) -> Bool {
        left.whole != right.whole ? left.whole < right.whole : left.rest < right.rest
    }

    /// Whether a JSON number is written without fraction and exponent; nil if the text is not a JSON number.
    private static func isNumber(_ text: [UInt8]) -> Bool? {
        var place = text.count > 0 && text[0] == UInt8(ascii: "-") ? 1 : 0
        func digits() -> Int {
            let from = place
            while place < text.count, Day.digit(text[place]) != nil { place += 1 }
            return place - from
        }
        func skip(_ characters: UInt8...) -> Bool {
            guard place < text.count, characters.contains(text[place]) else { return false }
            place += 1
            return true
        }
        let first = place
        let count = digits()
        guard count == 1 || count > 1 && text[first] != UInt8(ascii: "0") else { return nil }
        var isInteger = true
        if skip(UInt8(ascii: ".")) {
            isInteger = false
            guard digits() > 0 else { return nil }
        }
        if skip(UInt8(ascii: "e"), UInt8(ascii: "E")) {
            isInteger = false
            _ = skip(UInt8(ascii: "+"), UInt8(ascii: "-"))
            guard digits() > 0 else { return nil }
        }
        return place == text.count ? isInteger : nil
    }
}

/// A sample's version: any number, compared exactly whether it came as an integer of 64 bits or as a double.
///
/// Nearly every version is an integer, and a sample has room for that only; the rest lies in the extra of the few others.
package struct SampleVersion: Comparable, Sendable {
    /// The greatest integer of 64 bits that is not above the version; the least one where all are.
    package let whole: Int64
    /// What the version is above `whole`, from 0 to less than 1; beyond 64 bits it is the version itself.
    package let rest: Double

    package init(_ whole: Int64, rest: Double = 0) {
        (self.whole, self.rest) = (whole, rest)
    }

    /// The version of a double that is no NaN.
    package init(number: Double) {
        // A double with a fraction is less than 2^53, so that nothing here is rounded.
        if number >= 0x1p63 {
            self.init(.max, rest: number)
        } else if number < -0x1p63 {
            self.init(.min, rest: number)
        } else {
            let floor = number.rounded(.down)
            self.init(Int64(floor), rest: number - floor)
        }
    }

    /// Reads a number of JSON, which may stand in a text; nil for everything else.
    ///
    /// An integer is exact up to 64 bits with a sign, every other number is the nearest double, the greatest of its sign where
    /// it is beyond all.
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

    /// Whether a text that is a number of JSON has neither fraction nor exponent; nil where it is none.
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

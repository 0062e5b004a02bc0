/// Functions that recognize texts that are numbers.
package enum NumberText {
    /// Whether a text is a number of JSON.
    package static func isJSON(_ text: ArraySlice<UInt8>) -> Bool {
        var rest = text
        if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
        let whole = rest.prefix(while: isDigit)
        guard !whole.isEmpty, whole.count == 1 || whole.first != UInt8(ascii: "0") else { return false }
        rest = rest[whole.endIndex...]
        if rest.first == UInt8(ascii: ".") {
            let fraction = rest.dropFirst().prefix(while: isDigit)
            if fraction.isEmpty { return false }
            rest = rest[fraction.endIndex...]
        }
        guard let mark = rest.first else { return true }
        guard mark | 0x20 == UInt8(ascii: "e") else { return false }
        rest = rest.dropFirst()
        if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
        return !rest.isEmpty && rest.allSatisfy(isDigit)
    }

    /// Returns a finite number; nil for any other text.
    package static func double(_ text: ArraySlice<UInt8>) -> Double? {
        if let number = short(text) { return number }
        guard text.count <= 64, isJSON(text) || isOdd(text) else { return nil }
        guard let number = Double(String(decoding: text, as: UTF8.self)), number.isFinite else { return nil }
        return number
    }

    /// Returns a number of at most 15 digits without exponent; nil for any other text.
    ///
    /// Both the digits and the power of ten are exact doubles, so their quotient is the nearest double.
    @inline(__always) private static func short(_ text: ArraySlice<UInt8>) -> Double? {
        guard text.count <= 16, let first = text.first else { return nil }
        var (digits, fraction, hasPoint): (Int64, Int, Bool) = (0, 0, false)
        for byte in first == UInt8(ascii: "-") ? text.dropFirst() : text {
            if isDigit(byte) {
                digits = digits * 10 + Int64(byte &- 0x30)
                if hasPoint { fraction += 1 }
            } else if byte == UInt8(ascii: "."), !hasPoint, text.count > 2 {
                hasPoint = true
            } else {
                return nil
            }
        }
        guard digits < 1_000_000_000_000_000, text.last != UInt8(ascii: "-") else { return nil }
        let number = Double(digits) / powersOfTen[fraction]
        return first == UInt8(ascii: "-") ? -number : number
    }

    private static let powersOfTen: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
    ]

    /// Returns a whole number of at most 18 digits; nil for any other text.
    package static func whole(_ text: ArraySlice<UInt8>) -> Int64? {
        var rest = text
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative { rest = rest.dropFirst() }
        guard !rest.isEmpty, rest.count <= 18 else { return nil }
        var number: Int64 = 0
        for byte in rest {
            guard isDigit(byte) else { return nil }
            number = number * 10 + Int64(byte - 0x30)
        }
        return isNegative ? -number : number
    }

    /// Whether a text may be a number in a form that JSON does not allow, such as `.5`, `5.` or `+5`.
    private static func isOdd(_ text: ArraySlice<UInt8>) -> Bool {
        text.contains(where: isDigit)
            && text.allSatisfy { isDigit($0) || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E || $0 | 0x20 == 0x65 }
    }

    @inline(__always) package static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
}

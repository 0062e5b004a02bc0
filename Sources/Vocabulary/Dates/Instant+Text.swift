extension Instant {
    /// Formats milliseconds since 1970 as ISO 8601 in UTC with milliseconds; the year must not be negative.
    package static func iso8601(unixMilliseconds: Int64) -> [UInt8] {
        var text: [UInt8] = []
        appendDateTime(milliseconds: unixMilliseconds - Int64(secondsFrom1970) * 1000, to: &text)
        text.append(UInt8(ascii: "Z"))
        return text
    }

    /// Appends milliseconds since 2001 as date and time without offset: `2024-04-16T10:00:00.000`.
    package static func appendDateTime(milliseconds: Int64, to text: inout [UInt8]) {
        let day = utcDay(Double(milliseconds) / 1000)
        let time = Int(milliseconds - Int64(day) * 86_400_000)
        Day(days: day).append(to: &text)
        appendNumber(time / 3_600_000, after: "T", to: &text)
        appendNumber(time / 60_000 % 60, after: ":", to: &text)
        appendNumber(time / 1000 % 60, after: ":", to: &text)
        text.append(UInt8(ascii: "."))
        text.append(UInt8(ascii: "0") + UInt8(time / 100 % 10))
        text.append(UInt8(ascii: "0") + UInt8(time / 10 % 10))
        text.append(UInt8(ascii: "0") + UInt8(time % 10))
    }

    /// Appends a character and a number of two digits.
    package static func appendNumber(_ number: Int, after character: Unicode.Scalar, to text: inout [UInt8]) {
        text.append(UInt8(ascii: character))
        text.append(UInt8(ascii: "0") + UInt8(number / 10 % 10))
        text.append(UInt8(ascii: "0") + UInt8(number % 10))
    }
}

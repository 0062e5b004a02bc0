package import JSON

/// A reader of instants in uploads: an ISO 8601 string with an offset, or a number of seconds since 2001.
///
/// Most dates of an upload have the same day as the previous one, so the last day is cached.
package struct DateReader {
    /// The first ten characters of the last date, initially 2001-01-01; `days` is its number of days since 2001.
    private var date: (head: UInt64, tail: UInt16) = (0x2d31_302d_3130_3032, 0x3130)
    private var days = 0

    package init() {}

    /// Reads one field; an instance is faster for many fields.
    package static func instant(_ value: Value?, _ field: @autoclosure () -> String) throws(Refusal) -> Double {
        var reader = DateReader()
        return try reader.instant(value, field())
    }

    package mutating func instant(_ value: Value?, _ field: @autoclosure () -> String) throws(Refusal) -> Double {
        if let text = value?.text {
            guard let instant = instant(text.span) else { throw .noDate(field()) }
            return instant
        }
        guard let value else { throw .missing(field()) }
        guard let number = value.double else { throw .wrongType(field(), "a date") }
        guard Instant.isDate(number) else {
            let sentence = "The number in the field `\(field())` is no date up to the year 9999."
            throw .dates(.invalidValue, sentence, [], true)
        }
        // Adding 0 turns −0 into 0.
        return number + 0
    }

    /// Parses an ISO 8601 text; nil if it is malformed.
    package mutating func instant(_ text: Span<UInt8>) -> Double? {
        guard text.count >= 17, text[10] | 0x20 == UInt8(ascii: "t"), let days = days(text) else { return nil }
        var place = 16
        // A time without seconds, `08:15`, is read as `08:15:00`.
        var clock = Self.word(text, at: 9) &>> 16 & 0xff_ffff_ffff | 0x30_303a &<< 40
        if text.count >= 19, text[16] == UInt8(ascii: ":") {
            place = 19
            clock = Self.word(text, at: 11)
        }
        guard let seconds = Self.seconds(clock) else { return nil }
        if place == 19, let fraction = Self.usualRest(text) { return Double(days * 86_400 + seconds) + fraction }
        var fraction = 0.0
        if place == 19, text.count > 19, text[19] == UInt8(ascii: ".") || text[19] == UInt8(ascii: ",") {
            guard let value = Self.fraction(text, &place) else { return nil }
            fraction = value
        }
        guard let offset = Self.offset(text.extracting(droppingFirst: place)) else { return nil }
        return Double(days * 86_400 + seconds - offset) + fraction
    }

    /// Returns the days of a date, from the cache if it equals the last date.
    @inline(__always) private mutating func days(_ text: Span<UInt8>) -> Int? {
        let head = Self.word(text, at: 0)
        let tail = UInt16(text[8]) | UInt16(text[9]) &<< 8
        if head == date.head, tail == date.tail { return days }
        guard let day = Day(text.extracting(first: 10)) else { return nil }
        days = Int(day.days)
        date = (head, tail)
        return days
    }

    @inline(__always) private static func word(_ text: Span<UInt8>, at place: Int) -> UInt64 {
        unsafe UInt64(littleEndian: text.bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self))
    }

    /// Returns the seconds since midnight of a time such as `08:15:00`, given as a 64-bit word; nil if it is malformed.
    @inline(__always) private static func seconds(_ clock: UInt64) -> Int? {
        // XOR with `00:00:00` leaves the values of the digits, and zeros in place of the colons.
        let digits = clock ^ 0x3030_3a30_303a_3030
        guard (digits | digits &+ 0x0606_0606_0606_0606) & 0xf0f0_f0f0_f0f0_f0f0 == 0,
            digits & 0x0000_ff00_00ff_0000 == 0
        else { return nil }
        let pairs = digits &* 10 &+ digits &>> 8
        let (hour, minute, second) = (pairs & 0xff, pairs &>> 24 & 0xff, pairs &>> 48 & 0xff)
        guard hour < 24, minute < 60, second < 60 else { return nil }
        return Int(hour * 3600 + minute * 60 + second)
    }

    /// Returns the fraction of a second of a UTC date with no or three fractional digits; nil for any other date.
    @inline(__always) private static func usualRest(_ text: Span<UInt8>) -> Double? {
        guard text[text.count &- 1] == UInt8(ascii: "Z") else { return nil }
        if text.count == 20 { return 0 }
        guard text.count == 24, text[19] == UInt8(ascii: "."), let first = Day.digit(text[20]),
            let second = Day.digit(text[21]), let third = Day.digit(text[22])
        else { return nil }
        return Double(first * 100 + second * 10 + third) / 1000
    }

    /// Parses the digits after the decimal point at `place`, and moves `place` after the digits.
    ///
    /// Digits beyond the fifteenth exceed the precision of a double and are ignored.
    private static func fraction(_ text: Span<UInt8>, _ place: inout Int) -> Double? {
        var value = 0
        var scale = 1
        place += 1
        while place < text.count, let digit = Day.digit(text[place]) {
            place += 1
            if scale < 1_000_000_000_000_000 {
                value = value * 10 + digit
                scale *= 10
            }
        }
        return scale == 1 ? nil : Double(value) / Double(scale)
    }

    /// Parses an offset from UTC into seconds: `Z`, `+02:00`, `+0200` or `+02`; nil for any other text.
    private static func offset(_ text: Span<UInt8>) -> Int? {
        switch text.count {
        case 1: return text[0] | 0x20 == UInt8(ascii: "z") ? 0 : nil
        case 3, 5, 6:
            guard text[0] == UInt8(ascii: "+") || text[0] == UInt8(ascii: "-"),
                text.count < 6 || text[3] == UInt8(ascii: ":"), let hours = Day.number(text.extracting(1..<3)),
                let minutes = text.count == 3 ? 0 : Day.number(text.extracting(last: 2)), hours < 24, minutes < 60
            else { return nil }
            let seconds = hours * 3600 + minutes * 60
            return text[0] == UInt8(ascii: "+") ? seconds : -seconds
        default: return nil
        }
    }
}

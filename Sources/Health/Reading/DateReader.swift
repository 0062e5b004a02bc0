import JSON

/// Reads the dates of one upload, which are mostly written alike and mostly of the day before's.
struct DateReader {
    /// The first ten characters of the last date, and its days since 2001: before there is one, those of 2001-01-01.
    private var date: (head: UInt64, tail: UInt16) = (0x2d31_302d_3130_3032, 0x3130)
    private var days = 0

    /// The instant of a field.
    mutating func instant(_ value: Value?, _ field: @autoclosure () -> String) throws(Refusal) -> Double {
        if let text = value?.text, let instant = unsafe text.withBytes({ unsafe usual($0) }) { return instant }
        return try DateText.instant(value, field())
    }

    /// The instant of `2024-04-26T08:15:00Z`, with three digits of a second or none; nil for any other text, which may
    /// be a date all the same.
    private mutating func usual(_ text: UnsafeRawBufferPointer) -> Double? {
        guard text.count == 24 || text.count == 20, unsafe text[10] == UInt8(ascii: "T"),
            unsafe text[text.count - 1] == UInt8(ascii: "Z"), let seconds = unsafe Self.clock(text)
        else { return nil }
        let head = unsafe text.loadUnaligned(fromByteOffset: 0, as: UInt64.self)
        let tail = unsafe text.loadUnaligned(fromByteOffset: 8, as: UInt16.self)
        if head != date.head || tail != date.tail {
            guard let day = unsafe Self.day(text) else { return nil }
            days = Int(day.days)
            date = (head, tail)
        }
        let whole = Double(days * 86_400 + seconds)
        if text.count == 20 { return whole }
        guard unsafe text[19] == UInt8(ascii: "."), let tens = unsafe Self.two(text, 20),
            let last = unsafe Self.digit(text[22])
        else { return nil }
        return whole + Double(tens * 10 + last) / 1000
    }

    /// The seconds of `08:15:00`, read as one word.
    @inline(__always) private static func clock(_ text: UnsafeRawBufferPointer) -> Int? {
        // What differs from 00:00:00: the digits' values, and nothing between them.
        let word = unsafe UInt64(littleEndian: text.loadUnaligned(fromByteOffset: 11, as: UInt64.self))
        let digits = word ^ 0x3030_3a30_303a_3030
        guard (digits | digits &+ 0x0606_0606_0606_0606) & 0xf0f0_f0f0_f0f0_f0f0 == 0,
            digits & 0x0000_ff00_00ff_0000 == 0
        else { return nil }
        let pairs = digits &* 10 &+ digits &>> 8
        let (hour, minute, second) = (pairs & 0xff, pairs &>> 24 & 0xff, pairs &>> 48 & 0xff)
        guard hour < 24, minute < 60, second < 60 else { return nil }
        return Int(hour * 3600 + minute * 60 + second)
    }

    private static func day(_ text: UnsafeRawBufferPointer) -> Day? {
        guard unsafe text[4] == UInt8(ascii: "-"), unsafe text[7] == UInt8(ascii: "-"),
            let century = unsafe two(text, 0), let year = unsafe two(text, 2), let month = unsafe two(text, 5),
            let day = unsafe two(text, 8)
        else { return nil }
        return Day(year: century * 100 + year, month: month, day: day)
    }

    @inline(__always) private static func two(_ text: UnsafeRawBufferPointer, _ place: Int) -> Int? {
        guard let tens = unsafe digit(text[place]), let ones = unsafe digit(text[place + 1]) else { return nil }
        return tens * 10 + ones
    }

    @inline(__always) private static func digit(_ character: UInt8) -> Int? {
        let digit = character &- UInt8(ascii: "0")
        return digit < 10 ? Int(digit) : nil
    }
}

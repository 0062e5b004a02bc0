extension Day: CustomStringConvertible {
    /// Reads `2024-04-16`, four digits, two and two; nil for anything else and for dates that no calendar has.
    package init?(_ text: Span<UInt8>) {
        guard text.count == 10, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
            let year = Self.number(text.extracting(0..<4)), let month = Self.number(text.extracting(5..<7)),
            let day = Self.number(text.extracting(8..<10))
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// Appends `2024-04-16`; longer years are written with all their digits, those before 0 with a minus.
    package func append(to buffer: inout [UInt8]) {
        let date = Self.date(days: Int(days))
        if date.year < 0 { buffer.append(UInt8(ascii: "-")) }
        let year = abs(date.year)
        var unit = 1000
        while year / unit >= 10 { unit *= 10 }
        while unit > 0 {
            buffer.append(UInt8(ascii: "0") + UInt8(year / unit % 10))
            unit /= 10
        }
        for number in [date.month, date.day] {
            buffer.append(UInt8(ascii: "-"))
            buffer.append(UInt8(ascii: "0") + UInt8(number / 10))
            buffer.append(UInt8(ascii: "0") + UInt8(number % 10))
        }
    }

    /// The day as `2024-04-16`, in bytes.
    package var bytes: [UInt8] {
        var buffer: [UInt8] = []
        buffer.reserveCapacity(16)
        append(to: &buffer)
        return buffer
    }

    /// The day as `2024-04-16`.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The day as `2024-04-16`.
    package var description: String { text }

    /// The number that some digits say; nil for anything else.
    static func number(_ digits: Span<UInt8>) -> Int? {
        var number = 0
        for index in digits.indices {
            guard let digit = digit(digits[index]) else { return nil }
            number = number * 10 + digit
        }
        return number
    }

    @inline(__always) static func digit(_ character: UInt8) -> Int? {
        let digit = character &- UInt8(ascii: "0")
        return digit < 10 ? Int(digit) : nil
    }
}

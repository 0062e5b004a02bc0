extension Day: CustomStringConvertible {
    /// Parses `2024-04-16`; nil for any other form, and for dates that do not exist.
    package init?(_ text: Span<UInt8>) {
        guard text.count == 10, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
            let year = Self.number(text.extracting(0..<4)), let month = Self.number(text.extracting(5..<7)),
            let day = Self.number(text.extracting(8..<10))
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// Appends the form `2024-04-16`.
    ///
    /// Years above 9999 have more digits, and years before 0 have a minus sign.
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

    /// The form `2024-04-16` in ASCII.
    package var bytes: [UInt8] {
        var buffer: [UInt8] = []
        buffer.reserveCapacity(16)
        append(to: &buffer)
        return buffer
    }

    /// The form `2024-04-16`.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    package var description: String { text }

    /// Parses a number of decimal digits; nil if another character occurs.
    static func number(_ digits: Span<UInt8>) -> Int? {
        var number = 0
        for index in digits.indices {
            guard let digit = digit(digits[index]) else { return nil }
            number = number * 10 + digit
        }
        return number
    }

    @inline(__always) package static func digit(_ character: UInt8) -> Int? {
        let digit = character &- UInt8(ascii: "0")
        return digit < 10 ? Int(digit) : nil
    }
}

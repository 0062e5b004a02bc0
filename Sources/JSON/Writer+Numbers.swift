import CSimdjson

extension Writer {
    /// Appends an integer.
    package mutating func number(_ value: Int64) {
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        digits(value.magnitude)
    }

    /// Appends an integer.
    package mutating func number(_ value: Int) {
        number(Int64(value))
    }

    /// Appends the shortest text that reads back as the same double.
    ///
    /// Whole numbers below 2^53 are written as integers (-0 as 0), others from a millionth to 10^17 without exponent.
    /// Infinities and NaN, which no document may bring, are written as `null`, so that what is written stays JSON.
    package mutating func number(_ value: Double) {
        // Also false for NaN and infinities.
        guard value.magnitude < 0x1p53 else { return unusual(value) }
        let whole = Int64(value)
        if Double(whole) == value { return number(whole) }
        // Up to 15 digits any decimal is told apart from its neighbours, so a value that is a number of thousandths
        // is shortest as just that.
        let scaled = value.magnitude * 1000
        guard scaled < 1e15 else { return unusual(value) }
        let thousandths = UInt64(scaled + 0.5)
        guard Double(thousandths) / 1000 == value.magnitude else { return unusual(value) }
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        decimal(thousandths)
    }

    private mutating func decimal(_ thousandths: UInt64) {
        let (whole, rest) = thousandths.quotientAndRemainder(dividingBy: 1000)
        digits(whole)
        bytes.append(UInt8(ascii: "."))
        let (tenths, hundredths) = (rest / 100, rest / 10 % 10)
        bytes.append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: tenths))
        guard rest % 100 != 0 else { return }
        bytes.append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: hundredths))
        guard rest % 10 != 0 else { return }
        bytes.append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10))
    }

    private mutating func unusual(_ value: Double) {
        guard value.isFinite else { return raw("null") }
        let isFixed = value.magnitude >= 1e-6 && value.magnitude < 1e17
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 32) { room in
            guard let start = room.baseAddress else { return }
            let count = unsafe simdjson_write_double(value, isFixed ? 1 : 0, start)
            unsafe bytes.append(contentsOf: UnsafeRawBufferPointer(start: start, count: count))
        }
    }

    /// Appends the decimal digits of a number, made from its end.
    mutating func digits(_ value: UInt64) {
        guard value > 9 else { return bytes.append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: value)) }
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { room in
            var place = 20
            var rest = value
            while rest > 0 {
                place &-= 1
                unsafe room[place] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            }
            unsafe bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(room)[place...]))
        }
    }
}

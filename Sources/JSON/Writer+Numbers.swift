import CSimdjson

extension Writer {
    /// Appends an integer.
    package mutating func number(_ value: Int64) {
        decimal(value.magnitude, isNegative: value < 0)
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
        let thousandths = Int64(scaled + 0.5)
        guard Double(thousandths) / 1000 == value.magnitude else { return unusual(value) }
        let (integer, fraction) = thousandths.quotientAndRemainder(dividingBy: 1000)
        decimal(integer.magnitude, isNegative: value < 0, thousandths: UInt32(truncatingIfNeeded: fraction))
    }

    private mutating func unusual(_ value: Double) {
        guard value.isFinite else { return raw("null") }
        let isFixed = value.magnitude >= 1e-6 && value.magnitude < 1e17
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 32) { room in
            guard let start = room.baseAddress else { return }
            let count = unsafe simdjson_write_double(value, isFixed, start)
            unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: start, count: count))
        }
    }

    /// Appends the digits of a number, and after a point those of its thousandths, without zeros at the end.
    mutating func decimal(_ integer: UInt64, isNegative: Bool = false, thousandths: UInt32 = 0) {
        // A sign, 20 digits, a point and 3 digits, filled from the end.
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 25) { room in
            guard let start = room.baseAddress else { return }
            let end = unsafe start + 25
            var place = unsafe end
            if thousandths > 0 { unsafe push(fraction: thousandths, before: &place) }
            var rest = integer
            // Two digits a division, since each waits for the one before.
            while rest >= 100 {
                var pair = UInt32(truncatingIfNeeded: rest % 100)
                rest /= 100
                unsafe push(&pair, before: &place)
                unsafe push(&pair, before: &place)
            }
            var last = UInt32(truncatingIfNeeded: rest)
            repeat { unsafe push(&last, before: &place) } while last > 0
            if isNegative { unsafe put(UInt8(ascii: "-"), before: &place) }
            unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: place, count: end - place))
        }
    }

    private func push(fraction thousandths: UInt32, before place: inout UnsafeMutablePointer<UInt8>) {
        var rest = thousandths
        var places = 3
        while rest % 10 == 0 {
            rest /= 10
            places -= 1
        }
        for _ in 0..<places { unsafe push(&rest, before: &place) }
        unsafe put(UInt8(ascii: "."), before: &place)
    }

    /// Moves the last digit of a number before those that are there.
    @inline(__always) private func push(_ rest: inout UInt32, before place: inout UnsafeMutablePointer<UInt8>) {
        unsafe put(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10), before: &place)
        rest /= 10
    }

    @inline(__always) private func put(_ byte: UInt8, before place: inout UnsafeMutablePointer<UInt8>) {
        unsafe place -= 1
        unsafe place.pointee = byte
    }
}

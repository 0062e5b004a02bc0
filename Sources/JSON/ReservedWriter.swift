import CSimdjson

/// A writer into memory that a `Writer` has reserved, without a capacity check in the buffer for each piece.
///
/// A write beyond the reserved memory traps. The value must not be kept after the call.
@safe package struct ReservedWriter: ~Copyable, ~Escapable {
    /// The most bytes of a number.
    package static let numberMax = 32

    private var place: UnsafeMutablePointer<UInt8>
    private let end: UnsafeMutablePointer<UInt8>

    /// The lifetime is declared immortal; the caller must limit it.
    @_lifetime(immortal)
    fileprivate init(_ start: UnsafeMutablePointer<UInt8>, count: Int) {
        unsafe place = start
        unsafe end = start + count
    }

    /// Returns the memory for the next `count` bytes, all of which the caller must write.
    @inline(__always) package mutating func room(_ count: Int) -> UnsafeMutablePointer<UInt8> {
        unsafe precondition(count <= end - place, "more was written than there is room for")
        let start = unsafe place
        unsafe place += count
        return unsafe start
    }

    @inline(__always) package mutating func raw(_ text: StaticString) {
        let count = text.utf8CodeUnitCount
        unsafe room(count).update(from: text.utf8Start, count: count)
    }

    @inline(__always) package mutating func raw(_ text: [UInt8]) {
        unsafe text.withUnsafeBufferPointer { text in
            guard let start = text.baseAddress else { return }
            unsafe room(text.count).update(from: start, count: text.count)
        }
    }

    package mutating func number(_ value: Int64) {
        decimal(value.magnitude, isNegative: value < 0)
    }

    /// Writes a number in the same form as `Writer.number`.
    package mutating func number(_ value: Double) {
        // False for NaN and infinities too.
        guard value.magnitude < 0x1p53 else { return unusual(value) }
        let whole = Int64(value)
        if Double(whole) == value { return number(whole) }
        // Decimals of up to 15 digits have distinct doubles. So three decimal places are the shortest form if they read
        // back as the same value.
        let scaled = value.magnitude * 1000
        guard scaled < 1e15 else { return unusual(value) }
        let thousandths = Int64(scaled + 0.5)
        guard Double(thousandths) / 1000 == value.magnitude else { return unusual(value) }
        let (integer, fraction) = thousandths.quotientAndRemainder(dividingBy: 1000)
        decimal(integer.magnitude, isNegative: value < 0)
        self.fraction(UInt32(truncatingIfNeeded: fraction))
    }

    private mutating func unusual(_ value: Double) {
        guard value.isFinite else { return raw("null") }
        let isFixed = value.magnitude >= 1e-6 && value.magnitude < 1e17
        let start = unsafe room(Self.numberMax)
        unsafe place = start + simdjson_write_double(value, isFixed, start)
    }

    /// Writes the digits of an integer.
    mutating func decimal(_ integer: UInt64, isNegative: Bool = false) {
        if isNegative { raw("-") }
        var count = 1
        var bound: UInt64 = 10
        while integer >= bound {
            count += 1
            if count == 20 { break }
            bound *= 10
        }
        let start = unsafe room(count)
        var rest = integer
        var index = count
        // Two digits per division, because each division depends on the previous one.
        while index >= 2 {
            let pair = UInt8(truncatingIfNeeded: rest % 100)
            rest /= 100
            unsafe start[index - 1] = UInt8(ascii: "0") &+ pair % 10
            unsafe start[index - 2] = UInt8(ascii: "0") &+ pair / 10
            index -= 2
        }
        if index == 1 { unsafe start[0] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest) }
    }

    /// Writes a decimal point and thousandths without trailing zeros; nothing for 0.
    private mutating func fraction(_ thousandths: UInt32) {
        if thousandths == 0 { return }
        let digits = UInt8(truncatingIfNeeded: thousandths / 100)
        let rest = UInt8(truncatingIfNeeded: thousandths % 100)
        let start = unsafe room(rest == 0 ? 2 : rest % 10 == 0 ? 3 : 4)
        unsafe start[0] = UInt8(ascii: ".")
        unsafe start[1] = UInt8(ascii: "0") &+ digits
        if rest == 0 { return }
        unsafe start[2] = UInt8(ascii: "0") &+ rest / 10
        if rest % 10 != 0 { unsafe start[3] = UInt8(ascii: "0") &+ rest % 10 }
    }
}

extension Writer {
    /// Reserves `capacity` bytes and lets `body` write into them.
    @inline(__always) package mutating func write(upTo capacity: Int, _ body: (inout ReservedWriter) -> Void) {
        bytes.append(addingCapacity: capacity) { room in
            unsafe room.withUnsafeMutableBufferPointer { buffer, count in
                guard let base = buffer.baseAddress else { return }
                let start = unsafe base + count
                var reserved = unsafe ReservedWriter(start, count: buffer.count - count)
                body(&reserved)
                count += unsafe reserved.room(0) - start
            }
        }
    }
}

/// Reads the format that a `Packer` writes.
///
/// Arbitrary bytes are safe: after the first value that does not fit, `isBroken` is true and every further value is 0
/// or empty.
package struct Unpacker: ~Escapable {
    private let bytes: Span<UInt8>
    /// The number of bytes read.
    package private(set) var place = 0
    /// Whether the bytes ended too early or contained an impossible length.
    package private(set) var isBroken = false

    @_lifetime(copy bytes)
    package init(_ bytes: Span<UInt8>) {
        self.bytes = bytes
    }

    @_lifetime(borrow bytes)
    package init(_ bytes: borrowing [UInt8]) {
        self.init(bytes.span)
    }

    @_lifetime(borrow bytes)
    package init(_ bytes: borrowing ArraySlice<UInt8>) {
        self.init(bytes.span)
    }

    /// The number of all bytes, read or not.
    package var count: Int { bytes.count }

    package var isAtEnd: Bool { place >= bytes.count }

    @inline(__always) package mutating func byte() -> UInt8 {
        guard place < bytes.count else { return UInt8(truncatingIfNeeded: broken()) }
        defer { place &+= 1 }
        return unsafe bytes[unchecked: place]
    }

    @inline(__always) package mutating func word() -> UInt64 {
        guard bytes.count &- place >= 8 else { return broken() }
        defer { place &+= 8 }
        return unsafe UInt64(littleEndian: bytes.bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self))
    }

    /// Returns the word at a place, which must be within the bytes; this is not checked.
    @inline(__always) @unsafe package func word(at place: Int) -> UInt64 {
        UInt64(littleEndian: unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self))
    }

    /// Reads a variable-length integer.
    @inline(__always) package mutating func unsigned() -> UInt64 {
        let first = byte()
        if first & 0x80 == 0 { return UInt64(first) }
        let second = byte()
        let value = UInt64(first & 0x7F) | UInt64(second & 0x7F) &<< 7
        return second & 0x80 == 0 ? value : longUnsigned(value)
    }

    /// Reads the rest of an integer that is longer than two bytes.
    private mutating func longUnsigned(_ beginning: UInt64) -> UInt64 {
        var value = beginning
        var shift: UInt64 = 14
        while shift < 64 {
            let next = byte()
            value |= UInt64(next & 0x7F) &<< shift
            if next & 0x80 == 0 { return value }
            shift &+= 7
        }
        return broken()
    }

    /// Reads a signed variable-length integer.
    @inline(__always) package mutating func signed() -> Int64 {
        let folded = unsigned()
        return Int64(bitPattern: (folded &>> 1) ^ (0 &- (folded & 1)))
    }

    /// Reads a number of elements, each of which takes at least `bytesEach` bytes.
    ///
    /// If the remaining bytes are too few for the elements, `isBroken` becomes true.
    package mutating func count(bytesEach: Int = 1) -> Int {
        let value = unsigned()
        // Multiplying is faster than dividing, and cannot overflow if the value is within the bytes.
        let rest = UInt64(bytes.count &- place)
        guard value <= rest, value &* UInt64(bytesEach) <= rest else { return Int(broken()) }
        return Int(value)
    }

    package mutating func double() -> Double { Double(bitPattern: word()) }

    /// Appends all bytes to an array, whether they were read or not.
    package func copyAll(to others: inout [UInt8]) {
        unsafe bytes.withUnsafeBufferPointer { unsafe others.append(contentsOf: $0) }
    }

    /// Leaves out a number of bytes; `isBroken` becomes true if fewer remain.
    package mutating func skip(_ length: Int) {
        if length > bytes.count - place { _ = broken() } else { place += length }
    }

    /// Skips a byte string, and returns its range within all bytes.
    package mutating func range() -> Range<Int> {
        let length = count()
        defer { place += length }
        return place..<place + length
    }

    /// Reads a byte string without copying it.
    @_lifetime(copy self)
    package mutating func span() -> Span<UInt8> { bytes.extracting(range()) }

    /// Reads a byte string as a slice of `bytes`, which must be the array that is being read.
    package mutating func slice(of bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let range = range()
        return bytes[bytes.startIndex + range.lowerBound..<bytes.startIndex + range.upperBound]
    }

    /// Reads a copy of a byte string.
    package mutating func string() -> [UInt8] { span().copied }

    package mutating func optionalDouble() -> Double? { byte() == 0 ? nil : double() }

    package mutating func optionalInteger() -> Int64? { byte() == 0 ? nil : signed() }

    package mutating func optionalString() -> [UInt8]? { byte() == 0 ? nil : string() }

    private mutating func broken() -> UInt64 {
        isBroken = true
        place = bytes.count
        return 0
    }
}

/// Reads what a `Packer` wrote.
///
/// Whatever the bytes are, it neither traps nor reads beyond them: once something does not fit, `isBroken` is true and
/// everything read from then on is zero or empty.
package struct Unpacker: ~Escapable {
    private let bytes: Span<UInt8>
    /// How many bytes were read.
    package private(set) var place = 0
    /// Whether the bytes ended too early or said something impossible.
    package private(set) var isBroken = false

    /// Reads from the beginning of the bytes.
    @_lifetime(copy bytes)
    package init(_ bytes: Span<UInt8>) {
        self.bytes = bytes
    }

    /// Reads from the beginning of an array.
    @_lifetime(borrow bytes)
    package init(_ bytes: borrowing [UInt8]) {
        self.init(bytes.span)
    }

    /// Reads from the beginning of a slice.
    @_lifetime(borrow bytes)
    package init(_ bytes: borrowing ArraySlice<UInt8>) {
        self.init(bytes.span)
    }

    /// Whether everything was read.
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

    /// A variable-length integer.
    @inline(__always) package mutating func unsigned() -> UInt64 {
        let first = byte()
        if first & 0x80 == 0 { return UInt64(first) }
        let second = byte()
        let value = UInt64(first & 0x7F) | UInt64(second & 0x7F) &<< 7
        return second & 0x80 == 0 ? value : longUnsigned(value)
    }

    /// What is longer than two bytes.
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

    /// A signed variable-length integer.
    @inline(__always) package mutating func signed() -> Int64 {
        let folded = unsigned()
        return Int64(bitPattern: (folded &>> 1) ^ (0 &- (folded & 1)))
    }

    /// A count of things that each take at least `bytesEach` bytes: never more than what is left can hold.
    package mutating func count(bytesEach: Int = 1) -> Int {
        let value = unsigned()
        guard value <= UInt64((bytes.count - place) / max(1, bytesEach)) else { return Int(broken()) }
        return Int(value)
    }

    /// The bits of a double.
    package mutating func double() -> Double { Double(bitPattern: word()) }

    /// Adds all bytes, those that were read too, to others.
    func copyAll(to others: inout [UInt8]) {
        unsafe bytes.withUnsafeBufferPointer { unsafe others.append(contentsOf: $0) }
    }

    /// A byte string, passed over: its place in all of the bytes.
    mutating func range() -> Range<Int> {
        let length = count()
        defer { place += length }
        return place..<place + length
    }

    /// A byte string, lent.
    @_lifetime(copy self)
    package mutating func span() -> Span<UInt8> { bytes.extracting(range()) }

    /// A byte string, as a slice of the bytes that are read.
    package mutating func slice(of bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let range = range()
        return bytes[bytes.startIndex + range.lowerBound..<bytes.startIndex + range.upperBound]
    }

    /// A byte string, copied.
    package mutating func string() -> [UInt8] { span().copied }

    /// A double that may be missing.
    package mutating func optionalDouble() -> Double? { byte() == 0 ? nil : double() }

    /// An integer that may be missing.
    package mutating func optionalInteger() -> Int64? { byte() == 0 ? nil : signed() }

    /// A byte string that may be missing.
    mutating func optionalString() -> [UInt8]? { byte() == 0 ? nil : string() }

    private mutating func broken() -> UInt64 {
        isBroken = true
        place = bytes.count
        return 0
    }
}

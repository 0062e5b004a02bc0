/// Reads what a `Packer` wrote.
///
/// Whatever the bytes are, it neither traps nor reads beyond them: once something does not fit, `isBroken` is true and
/// everything read from then on is zero or empty.
package struct Unpacker {
    private let bytes: ArraySlice<UInt8>
    private var at: Int
    /// Whether the bytes ended too early or said something impossible.
    package private(set) var isBroken = false

    /// Reads from the beginning of the bytes.
    package init(_ bytes: [UInt8]) {
        self.init(bytes[...])
    }

    /// Reads from the beginning of a slice.
    package init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        at = bytes.startIndex
    }

    /// Whether everything was read.
    package var isAtEnd: Bool { at >= bytes.endIndex }

    /// What was not read yet.
    package var rest: ArraySlice<UInt8> { bytes[at...] }

    package mutating func byte() -> UInt8 {
        guard at < bytes.endIndex else { return broken(0) }
        defer { at += 1 }
        return bytes[at]
    }

    /// A variable-length integer.
    package mutating func unsigned() -> UInt64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while shift < 64 {
            let next = byte()
            value |= UInt64(next & 0x7F) << shift
            if next & 0x80 == 0 { return value }
            shift += 7
        }
        return broken(0)
    }

    /// A signed variable-length integer.
    package mutating func signed() -> Int64 {
        let folded = unsigned()
        return Int64(bitPattern: (folded >> 1) ^ (0 &- (folded & 1)))
    }

    /// A count of things that each take at least `bytesEach` bytes: never more than what is left can hold.
    package mutating func count(bytesEach: Int = 1) -> Int {
        let value = unsigned()
        guard value <= UInt64((bytes.endIndex - at) / max(1, bytesEach)) else { return broken(0) }
        return Int(value)
    }

    package mutating func word() -> UInt64 {
        guard bytes.endIndex - at >= 8 else { return broken(0) }
        defer { at += 8 }
        return unsafe bytes.withUnsafeBytes {
            unsafe UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: at - bytes.startIndex, as: UInt64.self))
        }
    }

    /// The bits of a double.
    package mutating func double() -> Double { Double(bitPattern: word()) }

    package mutating func slice() -> ArraySlice<UInt8> {
        let length = count()
        defer { at += length }
        return bytes[at..<at + length]
    }

    /// A byte string, copied.
    package mutating func string() -> [UInt8] { Array(slice()) }

    /// A double that may be missing.
    package mutating func optionalDouble() -> Double? { byte() == 0 ? nil : double() }

    /// An integer that may be missing.
    package mutating func optionalInteger() -> Int64? { byte() == 0 ? nil : signed() }

    private mutating func broken<T>(_ value: T) -> T {
        isBroken = true
        at = bytes.endIndex
        return value
    }
}

/// Reads bytes that are lent for the time, as a `Packer` wrote them: what is read for every sample.
///
/// Like an `Unpacker` it neither traps nor reads beyond the end: then `isBroken` is true and all is zero.
@safe struct ByteReader {
    private let bytes: UnsafeRawBufferPointer
    private var at: Int
    /// Whether the bytes ended too early or said something impossible.
    private(set) var isBroken = false

    /// Reads from a place on.
    init(_ bytes: UnsafeRawBufferPointer, from at: Int) {
        unsafe self.bytes = unsafe bytes
        self.at = at
    }

    /// Whether everything was read.
    var isAtEnd: Bool { unsafe at >= bytes.count }

    @inline(__always) mutating func byte() -> UInt8 {
        guard unsafe at < bytes.count else { return UInt8(truncatingIfNeeded: broken()) }
        defer { at &+= 1 }
        return unsafe bytes[at]
    }

    @inline(__always) mutating func word() -> UInt64 {
        guard unsafe bytes.count &- at >= 8 else { return broken() }
        defer { at &+= 8 }
        return unsafe UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self))
    }

    /// A variable-length integer.
    @inline(__always) mutating func unsigned() -> UInt64 {
        let first = byte()
        if first & 0x80 == 0 { return UInt64(first) }
        return longUnsigned(UInt64(first & 0x7F))
    }

    private mutating func longUnsigned(_ first: UInt64) -> UInt64 {
        var value = first
        var shift: UInt64 = 7
        while shift < 64 {
            let next = byte()
            value |= UInt64(next & 0x7F) &<< shift
            if next & 0x80 == 0 { return value }
            shift &+= 7
        }
        return broken()
    }

    /// A signed variable-length integer.
    @inline(__always) mutating func signed() -> Int64 {
        let folded = unsigned()
        return Int64(bitPattern: (folded &>> 1) ^ (0 &- (folded & 1)))
    }

    /// A byte string with its length before it.
    mutating func string() -> UnsafeRawBufferPointer {
        let length = unsigned()
        guard unsafe length <= UInt64(bytes.count &- at) else {
            _ = broken()
            return unsafe UnsafeRawBufferPointer(start: nil, count: 0)
        }
        defer { at += Int(length) }
        return unsafe UnsafeRawBufferPointer(rebasing: bytes[at..<at + Int(length)])
    }

    private mutating func broken() -> UInt64 {
        isBroken = true
        unsafe at = bytes.count
        return 0
    }
}

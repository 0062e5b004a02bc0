/// Writes what is short, as a `Packer` does, into a buffer of fixed size: an array that grows asks at every piece whether
/// it may.
@safe struct ShortPacker {
    /// Enough for a packed sample without its extra: nine integers and doubles of up to ten bytes, and its id.
    private static let capacity = 128
    private let buffer: UnsafeMutableRawBufferPointer
    private var count = 0

    /// Calls a function with an empty buffer.
    static func withBuffer(_ body: (inout ShortPacker) -> Void) {
        unsafe withUnsafeTemporaryAllocation(byteCount: capacity, alignment: 8) { buffer in
            var packer = unsafe ShortPacker(buffer: buffer)
            body(&packer)
        }
    }

    /// Appends what was written to a packer, and starts again.
    mutating func flush(into packer: inout Packer) {
        unsafe packer.bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        count = 0
    }

    @inline(__always) mutating func byte(_ value: UInt8) {
        unsafe precondition(count < buffer.count, "a short packer wrote beyond its room")
        unsafe buffer[count] = value
        count &+= 1
    }

    @inline(__always) mutating func word(_ value: UInt64) {
        unsafe precondition(count <= buffer.count - 8, "a short packer wrote beyond its room")
        unsafe buffer.storeBytes(of: value.littleEndian, toByteOffset: count, as: UInt64.self)
        count &+= 8
    }

    /// The bits of a double.
    mutating func double(_ value: Double) { word(value.bitPattern) }

    /// Seven bits a byte, the lowest first.
    @inline(__always) mutating func unsigned(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            byte(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest &>>= 7
        }
        byte(UInt8(truncatingIfNeeded: rest))
    }

    /// A signed number, folded so that small magnitudes are short.
    @inline(__always) mutating func signed(_ value: Int64) {
        unsigned(UInt64(bitPattern: (value &<< 1) ^ (value &>> 63)))
    }
}

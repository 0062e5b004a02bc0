/// Writes the binary format of stored values: little-endian words, variable-length integers, length-prefixed bytes.
package struct Packer {
    package var bytes: [UInt8] = []

    package init(capacity: Int = 0) {
        bytes.reserveCapacity(capacity)
    }

    /// Reserves `capacity` bytes once and lets `body` write into them, without a capacity check for each piece.
    @inline(__always) package mutating func write(upTo capacity: Int, _ body: (inout OutputSpan<UInt8>) -> Void) {
        bytes.append(addingCapacity: capacity, initializingWith: body)
    }

    package mutating func byte(_ value: UInt8) { bytes.append(value) }

    package mutating func unsigned(_ value: UInt64) { write(upTo: 10) { $0.unsigned(value) } }

    package mutating func signed(_ value: Int64) { write(upTo: 10) { $0.signed(value) } }

    package mutating func count(_ value: Int) { unsigned(UInt64(value)) }

    package mutating func word(_ value: UInt64) { write(upTo: 8) { $0.word(value) } }

    package mutating func double(_ value: Double) { word(value.bitPattern) }

    /// Writes the length of a byte string, then its bytes.
    package mutating func string(_ value: some Collection<UInt8>) {
        count(value.count)
        bytes.append(contentsOf: value)
    }

    /// Writes whether there is a value, then the value.
    package mutating func optional(_ value: Double?) {
        byte(value == nil ? 0 : 1)
        if let value { double(value) }
    }

    package mutating func optional(_ value: Int64?) {
        byte(value == nil ? 0 : 1)
        if let value { signed(value) }
    }
}

/// Writes into reserved memory; a write beyond its end is a programming error and traps.
extension OutputSpan<UInt8> {
    /// Writes seven bits per byte, lowest first; at most ten bytes.
    @inline(__always) package mutating func unsigned(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest &>>= 7
        }
        append(UInt8(truncatingIfNeeded: rest))
    }

    /// Writes a signed number, encoded so that small magnitudes are short.
    @inline(__always) package mutating func signed(_ value: Int64) {
        unsigned(UInt64(bitPattern: (value &<< 1) ^ (value &>> 63)))
    }

    @inline(__always) package mutating func word(_ value: UInt64) {
        precondition(freeCapacity >= 8, "a word was written beyond its room")
        unsafe withUnsafeMutableBufferPointer { buffer, count in
            let room = UnsafeMutableRawBufferPointer(buffer)
            unsafe room.storeBytes(of: value.littleEndian, toByteOffset: count, as: UInt64.self)
            count &+= 8
        }
    }

    @inline(__always) package mutating func double(_ value: Double) { word(value.bitPattern) }
}

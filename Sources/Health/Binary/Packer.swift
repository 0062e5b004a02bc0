/// Writes the compact binary form in which the worker keeps what it knows: little-endian words, variable-length integers
/// and byte strings with their length before them.
package struct Packer {
    package var bytes: [UInt8] = []

    /// A packer with nothing written, and room for so many bytes.
    package init(capacity: Int = 0) {
        bytes.reserveCapacity(capacity)
    }

    package mutating func byte(_ value: UInt8) { bytes.append(value) }

    /// Seven bits a byte, the lowest first.
    package mutating func unsigned(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    /// A signed number, folded so that small magnitudes are short.
    package mutating func signed(_ value: Int64) {
        unsigned(UInt64(bitPattern: (value << 1) ^ (value >> 63)))
    }

    package mutating func count(_ value: Int) { unsigned(UInt64(value)) }

    package mutating func word(_ value: UInt64) {
        unsafe withUnsafeBytes(of: value.littleEndian) { unsafe bytes.append(contentsOf: $0) }
    }

    /// The bits of a double.
    package mutating func double(_ value: Double) { word(value.bitPattern) }

    /// A byte string with its length.
    package mutating func string(_ value: [UInt8]) {
        count(value.count)
        bytes.append(contentsOf: value)
    }

    /// A byte string with its length.
    package mutating func string(_ value: ArraySlice<UInt8>) {
        count(value.count)
        bytes.append(contentsOf: value)
    }

    /// Whether there is a value, then the value.
    package mutating func optional(_ value: Double?) {
        byte(value == nil ? 0 : 1)
        if let value { double(value) }
    }

    /// Whether there is a value, then the value.
    package mutating func optional(_ value: Int64?) {
        byte(value == nil ? 0 : 1)
        if let value { signed(value) }
    }
}

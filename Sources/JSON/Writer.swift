/// A growing buffer for JSON text.
///
/// It does not know the grammar: the caller writes commas, colons and brackets by `raw` or `byte`.
package struct Writer {
    package var bytes: [UInt8] = []

    package init(capacity: Int = 0) {
        bytes.reserveCapacity(capacity)
    }

    package mutating func removeAll(keepingCapacity: Bool = true) {
        bytes.removeAll(keepingCapacity: keepingCapacity)
    }

    /// Appends one byte of JSON text.
    @inline(__always) package mutating func byte(_ byte: UInt8) {
        bytes.append(byte)
    }

    /// Appends JSON text unchanged.
    package mutating func raw(_ text: StaticString) {
        unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    package mutating func raw(_ text: [UInt8]) {
        bytes.append(contentsOf: text)
    }

    package mutating func raw(_ text: ArraySlice<UInt8>) {
        bytes.append(contentsOf: text)
    }

    package mutating func raw(_ text: UnsafeRawBufferPointer) {
        unsafe bytes.append(contentsOf: text)
    }

    package mutating func bool(_ value: Bool) {
        raw(value ? "true" : "false")
    }
}

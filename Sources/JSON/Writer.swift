/// A growing buffer of bytes that JSON text is written into.
///
/// It does not know the grammar: commas, colons and brackets are the caller's, by `raw` or `byte`.
package struct Writer {
    /// What has been written.
    package var bytes: [UInt8] = []

    /// An empty buffer with room for so many bytes.
    package init(capacity: Int = 0) {
        bytes.reserveCapacity(capacity)
    }

    package mutating func removeAll(keepingCapacity: Bool = true) {
        bytes.removeAll(keepingCapacity: keepingCapacity)
    }

    /// Appends one byte as it is.
    @inline(__always) package mutating func byte(_ byte: UInt8) {
        bytes.append(byte)
    }

    /// Appends literal JSON text as it is.
    package mutating func raw(_ text: StaticString) {
        unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Appends JSON text as it is.
    package mutating func raw(_ text: [UInt8]) {
        bytes.append(contentsOf: text)
    }

    /// Appends JSON text as it is.
    package mutating func raw(_ text: ArraySlice<UInt8>) {
        bytes.append(contentsOf: text)
    }

    /// Appends JSON text as it is.
    package mutating func raw(_ text: UnsafeRawBufferPointer) {
        unsafe bytes.append(contentsOf: text)
    }

    /// Appends `true` or `false`.
    package mutating func bool(_ value: Bool) {
        raw(value ? "true" : "false")
    }
}

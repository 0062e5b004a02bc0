package import JSON

/// Prints lines to standard output with a large buffer.
package struct LinePrinter {
    private var writer = Writer(capacity: 1 << 20)
    /// Whether standard output is closed.
    package private(set) var isClosed = false

    package init() {}

    /// Prints the line that `write` writes.
    package mutating func print(_ write: (inout Writer) -> Void) {
        write(&writer)
        writer.raw("\n")
        if writer.bytes.count > 1 << 19 { flush() }
    }

    package mutating func print(_ line: [UInt8]) { print { $0.raw(line) } }

    /// Writes the buffered lines.
    package mutating func flush() {
        if !isClosed { isClosed = !StandardOutput.write(writer.bytes) }
        writer.removeAll(keepingCapacity: true)
    }
}

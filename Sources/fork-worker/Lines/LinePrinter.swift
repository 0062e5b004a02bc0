import Glibc
import JSON

/// Prints lines to standard output with a large buffer.
struct LinePrinter {
    private var writer = Writer(capacity: 1 << 20)
    /// Whether standard output is closed.
    private(set) var isClosed = false

    /// Prints a line that the body writes.
    mutating func print(_ write: (inout Writer) -> Void) {
        write(&writer)
        writer.raw("\n")
        if writer.bytes.count > 1 << 19 { flush() }
    }

    mutating func print(_ line: [UInt8]) { print { $0.raw(line) } }

    /// Prints a text, and returns the exit status.
    static func printAll(_ text: String) -> Int32 {
        var printer = LinePrinter()
        printer.writer.raw(Array(text.utf8))
        printer.flush()
        if !printer.isClosed { return ProcessEnvironment.Status.done.rawValue }
        return ProcessEnvironment.complain("fork-worker: standard output is closed or full\n", status: .failure)
    }

    /// Writes the buffered lines.
    mutating func flush() {
        var at = 0
        while at < writer.bytes.count, !isClosed {
            let written = unsafe writer.bytes.withUnsafeBytes { bytes in
                unsafe Glibc.write(STDOUT_FILENO, bytes.baseAddress?.advanced(by: at), bytes.count - at)
            }
            if written < 0, errno == EINTR { continue }
            if written < 0 { isClosed = true } else { at += written }
        }
        writer.removeAll(keepingCapacity: true)
    }
}

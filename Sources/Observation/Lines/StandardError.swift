import Glibc

package enum StandardError {
    /// Whether standard error is a terminal.
    package static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    /// Writes a line, with one `write` unless the system accepts only a part of it.
    ///
    /// A line that cannot be written is lost, because the error could not be reported anywhere.
    package static func write(_ line: borrowing [UInt8]) {
        unsafe line.withUnsafeBytes { buffer in
            var done = 0
            while done < buffer.count {
                let rest = unsafe buffer.baseAddress?.advanced(by: done)
                let count = unsafe Glibc.write(STDERR_FILENO, rest, buffer.count - done)
                if count > 0 { done += count } else if errno != EINTR { return }
            }
        }
    }
}

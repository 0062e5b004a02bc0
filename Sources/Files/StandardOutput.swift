import Glibc

package enum StandardOutput {
    /// Whether standard output is a terminal.
    package static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Writes all bytes, and returns false if standard output is closed or full.
    package static func write(_ bytes: borrowing [UInt8]) -> Bool {
        unsafe bytes.withUnsafeBytes { buffer in
            var done = 0
            while done < buffer.count {
                let rest = unsafe buffer.baseAddress?.advanced(by: done)
                let count = unsafe Glibc.write(STDOUT_FILENO, rest, buffer.count - done)
                if count > 0 { done += count } else if errno != EINTR { return false }
            }
            return true
        }
    }
}

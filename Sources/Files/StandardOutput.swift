import Glibc

package enum StandardOutput {
    /// Whether standard output is a terminal.
    package static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Whether the reader of the pipe has closed it, as `head` does after its last line.
    package static var isReaderGone: Bool {
        var output = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
        return unsafe poll(&output, 1, 0) > 0 && output.revents & Int16(POLLERR) != 0
    }

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

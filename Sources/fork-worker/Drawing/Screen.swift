import Glibc

/// Output to standard output while a person watches.
struct Screen {
    /// Colors on a terminal, unless NO_COLOR is set (no-color.org).
    let ink: Ink

    init() {
        let environment = ProcessEnvironment.current
        let isDumb = environment["TERM"] == "dumb"
        ink = Ink(isColored: isatty(STDOUT_FILENO) == 1 && environment["NO_COLOR", default: ""].isEmpty && !isDumb)
    }

    /// Writes lines without buffering, and returns whether all were written.
    @discardableResult
    func show(_ lines: [String]) -> Bool { Self.write(lines) }

    /// Writes lines without buffering, so that progress is visible, and returns whether all were written.
    @discardableResult
    static func write(_ lines: [String]) -> Bool {
        let bytes = Array(lines.map { $0 + "\n" }.joined().utf8)
        var done = 0
        while done < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe Glibc.write(STDOUT_FILENO, buffer.baseAddress?.advanced(by: done), buffer.count - done)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            done += count
        }
        return true
    }
}

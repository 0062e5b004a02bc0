import Glibc

/// Standard output, for a person who watches.
struct Screen {
    /// Colours on a terminal, unless NO_COLOR says otherwise (no-color.org).
    let ink: Ink

    init() {
        let environment = ProcessEnvironment.current
        let isDumb = environment["TERM"] == "dumb"
        ink = Ink(isColored: isatty(STDOUT_FILENO) == 1 && environment["NO_COLOR", default: ""].isEmpty && !isDumb)
    }

    /// Writes lines at once; whether somebody takes them.
    @discardableResult
    func show(_ lines: [String]) -> Bool { Self.write(lines) }

    /// Writes lines at once, so that a person sees how far the demo is; whether all of them were taken.
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

import Files
import Views

/// Unbuffered standard output, with colors on a terminal.
struct Screen {
    /// Colors on a terminal, unless NO_COLOR is set (no-color.org).
    let ink: ANSIStyle

    init() {
        let environment = ProcessEnvironment.current
        let isDumb = environment["TERM"] == "dumb"
        ink = ANSIStyle(isColored: StandardOutput.isTerminal && environment["NO_COLOR", default: ""].isEmpty && !isDumb)
    }

    /// Writes lines without buffering, and returns whether all were written.
    @discardableResult
    func show(_ lines: [String]) -> Bool {
        StandardOutput.write(Array(lines.map { $0 + "\n" }.joined().utf8))
    }
}

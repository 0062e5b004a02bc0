/// One file as the rules see it: its place in the repository, its lines, and its lines without comments and text.
struct SourceFile: Sendable {
    /// From the root of the repository, with `/`.
    let path: String
    let lines: [String]
    /// The same lines with comments and the contents of string literals taken out, so that only code is left.
    let bareLines: [String]

    init(path: String, text: String) {
        self.path = path
        lines = Self.lines(of: text)
        bareLines = Self.lines(of: path.hasSuffix(".swift") ? bare(text) : text)
    }

    /// The lines as `wc -l` counts them: a last line break begins no line.
    private static func lines(of text: String) -> [String] {
        var rows = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if rows.last == "" { rows.removeLast() }
        return rows
    }

    var isSwift: Bool { path.hasSuffix(".swift") }

    var name: String { path.split(separator: "/").last.map(String.init) ?? path }

    /// The folder without `Sources/`: `Health/Days`.
    var room: String {
        path.split(separator: "/").dropFirst().dropLast().joined(separator: "/")
    }

    /// The target that the file belongs to: the folder below `Sources` or `Tests`.
    var target: String {
        path.split(separator: "/").dropFirst().first.map(String.init) ?? ""
    }
}

/// One place that breaks a rule.
struct Breach: Equatable, CustomStringConvertible {
    let path: String
    /// From 1, or 0 where the file as a whole is meant.
    let line: Int
    let reason: String

    init(_ file: SourceFile, line index: Int? = nil, _ reason: String) {
        path = file.path
        line = index.map { $0 + 1 } ?? 0
        self.reason = reason
    }

    var description: String { line == 0 ? "\(path): \(reason)" : "\(path):\(line): \(reason)" }
}

/// What a failed rule prints: one breach a line, so that an editor can jump there.
func report(_ breaches: [Breach]) -> String {
    breaches.map(\.description).joined(separator: "\n")
}

/// The page that the demo ends with.
struct Report {
    static let width = 80
    static let indent = "  "
    static var innerWidth: Int { width - indent.count }

    let findings: Findings
    let ink: Ink
    /// The clock of a zone by its name; UTC where there is none.
    let clock: (String) -> LocalClock
    /// How the person has called this program.
    let program: String

    /// All lines, no longer than the width.
    var lines: [String] {
        uploadLines + documentLines + jobLines + refusalLines + accountingLines + nextLines
    }

    func heading(_ title: String, _ note: String) -> [String] {
        let rule = String(repeating: "─", count: max(3, Self.width - title.count - 4))
        let notes = Paragraph.wrap(note, width: Self.innerWidth).map { Self.indent + ink(.dim, $0) }
        return ["", ink(.heading, "─ \(title) \(rule)")] + notes + [""]
    }

    func indented(_ lines: [String], by count: Int = 2) -> [String] {
        lines.map { $0.isEmpty ? "" : String(repeating: " ", count: count) + $0 }
    }
}

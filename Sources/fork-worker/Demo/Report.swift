import Views

/// The report at the end of the demo.
struct Report {
    static let width = 80
    static let indent = "  "
    static var innerWidth: Int { width - indent.count }

    let findings: Findings
    let ink: ANSIStyle
    /// Returns the clock of a time zone by name; UTC if the zone is unknown.
    let clock: (String) -> LocalClock
    /// The name by which the user started this program.
    let program: String

    /// All lines of the report, none longer than `width`.
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

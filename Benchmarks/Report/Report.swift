/// The figures of a run: rows of cells.
struct Report {
    /// The figures of one measurement.
    struct Row {
        let suite: String
        let name: String
        /// The figures, in the order of the columns.
        let cells: [Cell]
    }

    /// One figure of a row.
    struct Cell {
        /// The heading of the column, with the unit, such as `ns/sample`.
        let name: String
        let value: Double
    }

    private var rows: [Row] = []

    /// Whether nothing was measured.
    var isEmpty: Bool { rows.isEmpty }

    /// Adds a row, and prints it at once on standard error, because a run takes minutes.
    mutating func add(_ suite: String, _ name: String, _ cells: [Cell]) {
        rows.append(Row(suite: suite, name: name, cells: cells))
        let figures = cells.map { "\($0.name) \(Self.text($0.value))" }.joined(separator: ", ")
        log("\(suite) \(name): \(figures)")
    }

    /// A Markdown table for each set of rows with the same suite and columns, in the order of their first rows.
    var table: String {
        var heads: [String] = []
        var bodies: [String: String] = [:]
        for row in rows {
            let columns = row.cells.map(\.name).joined(separator: " | ")
            let head =
                "\n| \(row.suite) | \(columns) |\n|---|" + String(repeating: "--:|", count: row.cells.count) + "\n"
            if bodies[head] == nil { heads.append(head) }
            let figures = row.cells.map { Self.text($0.value) }.joined(separator: " | ")
            bodies[head, default: ""] += "| \(row.name) | \(figures) |\n"
        }
        return heads.map { $0 + (bodies[$0] ?? "") }.joined()
    }

    /// The rows as a JSON array.
    var json: String {
        let lines = rows.map { row in
            let cells = row.cells.map { "\"\($0.name)\": \($0.value.isFinite ? "\($0.value)" : "null")" }
            return "  {\"suite\": \"\(row.suite)\", \"name\": \"\(row.name)\", \(cells.joined(separator: ", "))}"
        }
        return "[\n" + lines.joined(separator: ",\n") + "\n]\n"
    }

    /// Formats a value with three significant digits and at most three decimals.
    ///
    /// All digits before the decimal point stay. A value that is not finite becomes a hyphen.
    static func text(_ value: Double) -> String {
        guard value.isFinite else { return "-" }
        let magnitude = value.magnitude
        let places = magnitude >= 100 || magnitude == 0 ? 0 : magnitude >= 10 ? 1 : magnitude >= 1 ? 2 : 3
        var scale = 1.0
        for _ in 0..<places { scale *= 10 }
        let rounded = (value * scale).rounded() / scale
        return places == 0 ? "\(Int(rounded))" : "\(rounded)"
    }
}

/// Layout of text for a terminal with 80 columns.
enum Paragraph {
    static let columns = 80

    /// Wraps words into lines of at most 80 columns, and indents each line.
    static func wrap(_ text: String, indent: Int = 0) -> String {
        var lines: [String] = []
        var line = ""
        for word in text.split(whereSeparator: \.isWhitespace) {
            if !line.isEmpty, indent + line.count + 1 + word.count > columns {
                lines.append(line)
                line = ""
            }
            line += line.isEmpty ? String(word) : " \(word)"
        }
        if !line.isEmpty { lines.append(line) }
        let margin = String(repeating: " ", count: indent)
        return lines.map { "\(margin)\($0)\n" }.joined()
    }

    /// Formats names with their descriptions in two aligned columns.
    static func columns(_ rows: [(name: String, text: String)]) -> String {
        let width = rows.map(\.name.count).max() ?? 0
        return rows.map { name, text in
            "  \(name)\(String(repeating: " ", count: width - name.count + 2))\(text)\n"
        }.joined()
    }
}

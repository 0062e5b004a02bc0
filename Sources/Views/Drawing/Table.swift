/// Formats rows as aligned columns, two spaces apart.
package enum Table {
    /// Returns a dim line for the header, if there is one, and a line for each row.
    ///
    /// Control characters are replaced, because members, topics and workers choose their own names.
    ///
    /// - Parameters:
    ///   - texts: The rows; a row with fewer cells than the others does not make its columns wider.
    ///   - header: The titles of the columns; nil for none.
    ///   - numbersFrom: The first column that is aligned to the right.
    ///   - numberWidth: The least width of the columns that are aligned to the right.
    ///   - ink: The color of the header.
    /// - Returns: The lines.
    package static func lines(
        _ texts: [[String]],
        header: [String]? = nil,
        numbersFrom: Int = .max,
        numberWidth: Int = 0,
        _ ink: ANSIStyle = .plain
    ) -> [String] {
        let rows = ((header.map { [$0] } ?? []) + texts).map { $0.map(DocumentView.shown) }
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in
            let least = column < numbersFrom ? 0 : numberWidth
            return rows.reduce(least) { $1.count == count ? max($0, $1[column].count) : $0 }
        }
        let lines = rows.map { row in
            row.enumerated().map { column, cell in
                if column >= numbersFrom {
                    return String(repeating: " ", count: max(0, widths[column] - cell.count)) + cell
                }
                return column == row.count - 1 ? cell : Paragraph.pad(cell, to: widths[column])
            }.joined(separator: "  ")
        }
        return lines.enumerated().map { $0 == 0 && header != nil ? ink(.dim, $1) : $1 }
    }
}

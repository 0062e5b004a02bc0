/// A chart of sleep stages over an axis of hours, with one row for each stage.
package struct Hypnogram: Sendable {
    /// A recorded sleep stage.
    package struct Stage: Sendable {
        /// The value in `HKCategoryValueSleepAnalysis`.
        package let code: Int
        /// The start in seconds since 2001.
        package let start: Double
        /// The end in seconds since 2001.
        package let end: Double

        package init(code: Int, start: Double, end: Double) {
            self.code = code
            self.start = start
            self.end = end
        }
    }

    /// The rows from top to bottom, with the values of `HKCategoryValueSleepAnalysis`; empty rows are left out.
    private static let rows: [(code: Int, name: String, shade: ANSIStyle.Shade)] = [
        (2, "awake", .awake), (5, "REM", .rem), (3, "core", .core), (4, "deep", .deep), (1, "asleep", .core),
        (0, "in bed", .dim),
    ]
    /// A stage marks half a character if it covers at least this share of it.
    private static let leastShare = 0.34
    private static let labelWidth = 8

    private let start: Double
    private let end: Double
    private let columns: Int
    private let ink: ANSIStyle

    /// Creates a chart for a time range.
    ///
    /// - Parameters:
    ///   - start: The start of the axis in seconds since 2001.
    ///   - end: The end of the axis in seconds since 2001, after the start.
    ///   - width: The width in characters, including labels.
    ///   - ink: The colors of the blocks.
    package init(from start: Double, to end: Double, width: Int, ink: ANSIStyle) {
        self.start = start
        self.end = max(end, start + 1)
        columns = max(1, width - Self.labelWidth)
        self.ink = ink
    }

    /// Returns one line for each stage that occurs.
    package func draw(_ spans: [Stage]) -> [String] {
        Self.rows.compactMap { row in
            let own = spans.filter { $0.code == row.code }
            guard !own.isEmpty else { return nil }
            let blocks = (0..<columns).map { column in
                switch (isMarked(own, half: column * 2), isMarked(own, half: column * 2 + 1)) {
                case (true, true): "█"
                case (true, false): "▌"
                case (false, true): "▐"
                case (false, false): " "
                }
            }
            let text = blocks.joined()
            let used = text.lastIndex { $0 != " " }.map { text[...$0] } ?? ""
            guard !used.isEmpty else { return nil }
            return ink(.dim, Paragraph.pad(row.name, to: Self.labelWidth)) + ink(row.shade, String(used))
        }
    }

    /// Returns the axis with a mark at each full hour, and the hours below it.
    package func axis(_ clock: LocalClock) -> [String] {
        var line = [Character](repeating: "─", count: columns)
        var labels = [Character](repeating: " ", count: columns + 2)
        for hour in clock.fullHours(start, end) {
            let column = min(columns - 1, Int((hour.instant - start) / (end - start) * Double(columns)))
            line[column] = "┴"
            for (place, digit) in hour.label.enumerated() { labels[column + place] = digit }
        }
        let space = String(repeating: " ", count: Self.labelWidth)
        let used = labels.lastIndex { $0 != " " }.map { labels[...$0] } ?? []
        return [ink(.dim, space + String(line)), ink(.dim, space + String(used))]
    }

    private func isMarked(_ spans: [Stage], half: Int) -> Bool {
        let length = (end - start) / Double(columns * 2)
        let from = start + Double(half) * length
        let covered = spans.reduce(0) { $0 + max(0, min($1.end, from + length) - max($1.start, from)) }
        return covered >= length * Self.leastShare
    }
}

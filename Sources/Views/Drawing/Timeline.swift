/// A chart of bars over an axis of hours, with one row for each kind.
package struct Timeline: Sendable {
    /// A kind of bar.
    package struct Track: Sendable {
        /// The name in documents, such as `4` for deep sleep.
        package let kind: String
        package let label: String
        package let shade: ANSIStyle.Shade

        /// Creates a track; without a label it shows the kind.
        init(_ kind: String, label: String? = nil, _ shade: ANSIStyle.Shade) {
            self.kind = kind
            self.label = label ?? kind
            self.shade = shade
        }
    }

    package struct Bar: Sendable {
        package let kind: String
        /// The start in seconds since 2001.
        package let start: Double
        /// The end in seconds since 2001.
        package let end: Double

        package init(kind: String, start: Double, end: Double) {
            self.kind = kind
            self.start = start
            self.end = end
        }
    }

    /// The least share of half a character that a bar must cover to mark it.
    private static let leastShare = 0.34

    private let tracks: [Track]
    private let start: Double
    private let end: Double
    private let labelWidth: Int
    private let columns: Int
    private let ink: ANSIStyle

    /// Creates a chart for a time range.
    ///
    /// - Parameters:
    ///   - tracks: The kinds from top to bottom; kinds without bars are left out.
    ///   - start: The start of the axis in seconds since 2001.
    ///   - end: The end of the axis in seconds since 2001, after the start.
    ///   - width: The width in characters, including labels.
    ///   - ink: The colors of the blocks.
    package init(_ tracks: [Track], from start: Double, to end: Double, width: Int, ink: ANSIStyle) {
        self.tracks = tracks
        self.start = start
        self.end = max(end, start + 1)
        labelWidth = 2 + (tracks.map(\.label.count).max() ?? 0)
        columns = max(1, width - labelWidth)
        self.ink = ink
    }

    /// Returns one line for each kind that occurs.
    package func draw(_ bars: [Bar]) -> [String] {
        tracks.compactMap { track in
            let own = bars.filter { $0.kind == track.kind }
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
            return ink(.dim, Paragraph.pad(track.label, to: labelWidth)) + ink(track.shade, String(used))
        }
    }

    /// Returns the axis with a mark at each full hour, and the hours below it.
    ///
    /// If labels would touch, only every second, third, sixth or twelfth hour is marked.
    package func axis(_ clock: LocalClock) -> [String] {
        let hourWidth = 3_600 / (end - start) * Double(columns)
        let step = [1, 2, 3, 6].first { Double($0) * hourWidth >= 4 } ?? 12
        var line = [Character](repeating: "─", count: columns)
        var labels = [Character](repeating: " ", count: columns)
        for hour in clock.fullHours(start, end) where (Int(hour.label) ?? 0) % step == 0 {
            let column = min(columns - 1, Int((hour.instant - start) / (end - start) * Double(columns)))
            line[column] = "┴"
            let first = max(0, min(column, columns - hour.label.count))
            for (place, digit) in zip(first..<columns, hour.label) { labels[place] = digit }
        }
        let space = String(repeating: " ", count: labelWidth)
        let used = labels.lastIndex { $0 != " " }.map { labels[...$0] } ?? []
        return [ink(.dim, space + String(line)), ink(.dim, space + String(used))]
    }

    private func isMarked(_ bars: [Bar], half: Int) -> Bool {
        let length = (end - start) / Double(columns * 2)
        let from = start + Double(half) * length
        let covered = bars.reduce(0) { $0 + max(0, min($1.end, from + length) - max($1.start, from)) }
        return covered >= length * Self.leastShare
    }
}

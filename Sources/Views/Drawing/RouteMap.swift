/// Draws a route in Braille characters, each with two columns and four rows of dots.
package enum RouteMap {
    /// The bits of a Braille character by row and column of the dot (Unicode block 2800).
    private static let bits: [[UInt32]] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]]

    /// Draws a route in the given space, with north at the top and in true proportions.
    package static func draw(_ places: [PlaceView], columns: Int, rows: Int) -> [String] {
        guard let first = places.first, places.count > 1, columns > 0, rows > 0 else { return [] }
        let south = places.map(\.latitude).min() ?? first.latitude
        let north = places.map(\.latitude).max() ?? first.latitude
        let west = places.map(\.longitude).min() ?? first.longitude
        let east = places.map(\.longitude).max() ?? first.longitude
        // A degree of longitude is shorter than a degree of latitude by the cosine of the latitude. This is exact
        // enough here.
        let narrowing = cosine(degrees: (south + north) / 2)
        let size = (width: (east - west) * narrowing, height: north - south)
        let last = (column: Double(columns * 2 - 1), row: Double(rows * 4 - 1))
        // A side of length 0 gives infinity, so the other side decides.
        let scale = min(last.column / size.width, last.row / size.height)
        guard scale.isFinite else { return [] }
        let dots = places.map { place in
            (
                column: ((place.longitude - west) * narrowing * scale).rounded(),
                row: ((north - place.latitude) * scale).rounded()
            )
        }
        var cells = [[UInt32]](repeating: [UInt32](repeating: 0, count: columns), count: rows)
        for (from, to) in zip(dots, dots.dropFirst()) {
            let steps = max((to.column - from.column).magnitude, (to.row - from.row).magnitude, 1)
            for step in 0...Int(steps) {
                let part = Double(step) / steps
                let column = Int((from.column + (to.column - from.column) * part).rounded())
                let row = Int((from.row + (to.row - from.row) * part).rounded())
                cells[min(max(row / 4, 0), rows - 1)][min(max(column / 2, 0), columns - 1)] |= bits[row % 4][column % 2]
            }
        }
        return cells.map(line).filter { !$0.isEmpty }
    }

    private static func line(_ cells: [UInt32]) -> String {
        let used = cells.lastIndex { $0 != 0 }.map { cells[...$0] } ?? []
        return String(String.UnicodeScalarView(used.map { $0 == 0 ? " " : Unicode.Scalar(0x2800 + $0) ?? " " }))
    }

    /// Returns the cosine by the first terms of its series, which are exact enough for a drawing.
    private static func cosine(degrees: Double) -> Double {
        let square = (degrees / 180 * .pi) * (degrees / 180 * .pi)
        return max(0.01, 1 - square / 2 + square * square / 24 - square * square * square / 720)
    }
}

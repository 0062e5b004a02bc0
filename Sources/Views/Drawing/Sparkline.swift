/// Draws a series of numbers as a line of bars.
package enum Sparkline {
    private static let bars = Array("▁▂▃▄▅▆▇█")

    /// Returns at most `width` bars, each for the average of its part of the numbers.
    ///
    /// The highest bar stands for the largest average. The lowest bar stands for the smallest average, or for zero.
    /// Equal averages that are not compared with zero are bars of middle height.
    package static func draw(_ numbers: [Double], width: Int, fromZero: Bool = false) -> String {
        guard !numbers.isEmpty, width > 0 else { return "" }
        let count = min(width, numbers.count)
        let averages = (0..<count).map { index in
            let share = numbers[index * numbers.count / count..<(index + 1) * numbers.count / count]
            return share.reduce(0, +) / Double(share.count)
        }
        let least = fromZero ? 0 : averages.min() ?? 0
        let range = (averages.max() ?? 0) - least
        let equal = fromZero ? 0 : 0.4
        return String(
            averages.map { average in
                let share = range > 0 ? max(0, (average - least) / range) : equal
                return bars[Int((share * Double(bars.count - 1)).rounded())]
            }
        )
    }
}

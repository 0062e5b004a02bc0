/// Draws a series of numbers as a line of bars.
package enum Sparkline {
    private static let bars = Array("▁▂▃▄▅▆▇█")

    /// Returns at most `width` bars, each for the average of its part of the numbers.
    ///
    /// The lowest bar stands for the smallest average, the highest for the largest.
    package static func draw(_ numbers: [Double], width: Int) -> String {
        guard !numbers.isEmpty, width > 0 else { return "" }
        let count = min(width, numbers.count)
        let averages = (0..<count).map { index in
            let share = numbers[index * numbers.count / count..<(index + 1) * numbers.count / count]
            return share.reduce(0, +) / Double(share.count)
        }
        let least = averages.min() ?? 0
        let range = (averages.max() ?? 0) - least
        return String(
            averages.map { average in
                let height = range > 0 ? (average - least) / range * Double(bars.count - 1) : 0
                return bars[Int(height.rounded())]
            }
        )
    }
}

/// A series of numbers as one line of bars.
package enum Sparkline {
    private static let bars = Array("▁▂▃▄▅▆▇█")

    /// At most so many bars, each the average of its share; the lowest bar is the least average, the highest the greatest.
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

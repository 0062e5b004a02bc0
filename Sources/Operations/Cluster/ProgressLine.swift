/// Formats progress as one line of text.
package enum ProgressLine {
    private static let barWidths = 6...24

    /// Returns a line with the title and the known values, shortened to the width.
    ///
    /// An example is `reading ████████░░░░ 45 %  12,345 of 27,000 records  3,400/s  4 s left`.
    package static func text(_ title: String, _ unit: String, _ reading: ProgressMeter.Reading, width: Int) -> String {
        var parts: [String] = []
        var share: Double?
        if let total = reading.total, total > 0 {
            let part = min(1, Double(reading.done) / Double(total))
            share = part
            parts.append("\(Int(part * 100)) %")
            parts.append("\(grouped(reading.done)) of \(grouped(total)) \(unit)")
        } else {
            parts.append("\(grouped(reading.done)) \(unit)")
        }
        let rate = grouped(Int(reading.perSecond.rounded()))
        parts.append(unit == "kB" ? "\(rate) kB/s" : "\(rate)/s")
        if let left = reading.secondsLeft { parts.append("\(span(left)) left") }
        // In a narrow terminal, the bar is dropped first, and then the parts from the end.
        while parts.count > 1, length(title, parts) > width { parts.removeLast() }
        let room = min(width - length(title, parts) - 1, barWidths.upperBound)
        if let share, room >= barWidths.lowerBound {
            let full = Int(share * Double(room))
            let bar = String(repeating: "█", count: full) + String(repeating: "░", count: room - full)
            parts[0] = "\(bar) \(parts[0])"
        }
        return ([title] + parts).joined(separator: "  ")
    }

    private static func length(_ title: String, _ parts: [String]) -> Int {
        parts.reduce(title.count) { $0 + 2 + $1.count }
    }

    private static func span(_ seconds: Double) -> String {
        let whole = Int(min(seconds, 1e9).rounded(.up))
        if whole < 100 { return "\(whole) s" }
        return whole < 6_000 ? "\(whole / 60) min" : "\(whole / 3_600) h"
    }

    private static func grouped(_ number: Int) -> String {
        guard number >= 1_000 else { return String(number) }
        let rest = String(number % 1_000)
        return grouped(number / 1_000) + "," + String(repeating: "0", count: 3 - rest.count) + rest
    }
}

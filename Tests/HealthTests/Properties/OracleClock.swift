import Foundation

/// Local days, by asking Foundation quarter-hour by quarter-hour what the clock shows.
struct OracleClock {
    /// The names under which offsets come out that histories have.
    static let offsetNames = ["GMT+0530": "+05:30", "UTC+9": "+09:00"]
    private var zones: [String: TimeZone] = ["+05:30": offset(19_800), "+09:00": offset(32_400)]
    private var starts: [String: Double] = [:]

    /// The first moment, in quarter-hours, at which the clock shows the day, counted from 2001-01-01, or a later one.
    mutating func start(ofDay day: Int, _ name: String) -> Double {
        let key = "\(name) \(day)"
        if let known = starts[key] { return known }
        let zone = zones[name] ?? TimeZone(identifier: name) ?? .gmt
        zones[name] = zone
        var at = Double(day) * 86_400 - 16 * 3600
        while true {
            let offset = zone.secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: at))
            if ((at + Double(offset)) / 86_400).rounded(.down) >= Double(day) { break }
            at += 900
        }
        starts[key] = at
        return at
    }

    private static func offset(_ seconds: Int) -> TimeZone { TimeZone(secondsFromGMT: seconds) ?? .gmt }

    /// The bounds of a day.
    mutating func bounds(_ day: Int, _ zone: String) -> (start: Double, end: Double) {
        (start(ofDay: day, zone), start(ofDay: day + 1, zone))
    }

    /// The days that [start, end) has time on; that of the start if it is a point.
    mutating func days(_ start: Double, _ end: Double, _ zone: String) -> [Int] {
        let first = Int((start / 86_400).rounded(.down)) - 2
        let last = Int((end / 86_400).rounded(.down)) + 2
        return (first...last).filter { day in
            let bounds = bounds(day, zone)
            return start == end
                ? bounds.start <= start && start < bounds.end : max(start, bounds.start) < min(end, bounds.end)
        }
    }

    /// The day of an instant.
    mutating func day(_ instant: Double, _ zone: String) -> Int { days(instant, instant, zone)[0] }

    static func text(_ day: Int) -> String {
        let style = Date.ISO8601FormatStyle().year().month().day()
        return style.format(Date(timeIntervalSinceReferenceDate: Double(day) * 86_400))
    }
}

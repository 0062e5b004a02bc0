import Health

/// The clock on the wall of one zone.
package struct LocalClock: Sendable {
    private static let secondsPerDay = 86_400.0
    private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    private let zone: Zone

    /// The clock of UTC.
    package static let utc = LocalClock(.utc)

    /// The clock of a zone.
    init(_ zone: Zone) { self.zone = zone }

    /// Such as `22:58`, by this clock.
    package func time(_ instant: Double) -> String {
        let minute = Int(secondOfDay(instant) / 60)
        return "\(Self.two(minute / 60)):\(Self.two(minute % 60))"
    }

    /// `22:58–06:50`, or one time for what has no length.
    package func span(_ start: Double, _ end: Double) -> String {
        start == end ? time(start) : "\(time(start))–\(time(end))"
    }

    /// Such as `Wed 17 Apr`, by this clock.
    package func date(_ instant: Double) -> String {
        let day = zone.localDay(instant)
        // 2001-01-01 was a Monday.
        let weekday = Self.weekdays[Int((day.days % 7 + 7) % 7)]
        return "\(weekday) \(day.day) \(Self.months[day.month - 1])"
    }

    /// Such as `Wed 17 Apr 2024`, by this clock.
    package func fullDate(_ instant: Double) -> String { "\(date(instant)) \(zone.localDay(instant).year)" }

    /// The full hours in a span, with what the clock shows at them.
    package func fullHours(_ start: Double, _ end: Double) -> [(instant: Double, label: String)] {
        let first =
            start
            + (3_600 - secondOfDay(start).truncatingRemainder(dividingBy: 3_600))
            .truncatingRemainder(dividingBy: 3_600)
        return stride(from: first, through: end, by: 3_600).map { ($0, String(time($0).prefix(2))) }
    }

    private func secondOfDay(_ instant: Double) -> Double {
        let local = instant + Double(zone.offset(atSecondsSince2001: instant))
        let second = local.truncatingRemainder(dividingBy: Self.secondsPerDay)
        return second < 0 ? second + Self.secondsPerDay : second
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

package import Vocabulary

/// The local time of one time zone.
package struct LocalClock: Sendable {
    private static let secondsPerDay = 86_400.0
    private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    private let zone: Zone

    package static let utc = LocalClock(.utc)

    package init(_ zone: Zone) { self.zone = zone }

    /// Formats a time, such as `22:58`.
    package func time(_ instant: Double) -> String {
        let minute = Int(secondOfDay(instant) / 60)
        return "\(Self.two(minute / 60)):\(Self.two(minute % 60))"
    }

    /// Formats a time range such as `22:58–06:50`, or a single time if the range is empty.
    package func span(_ start: Double, _ end: Double) -> String {
        start == end ? time(start) : "\(time(start))–\(time(end))"
    }

    /// Formats a date, such as `Wed 17 Apr`.
    package func date(_ instant: Double) -> String {
        let day = zone.localDay(instant)
        // 2001-01-01 was a Monday.
        let weekday = Self.weekdays[Int((day.days % 7 + 7) % 7)]
        return "\(weekday) \(day.day) \(Self.months[day.month - 1])"
    }

    /// Formats a date with its year, such as `Wed 17 Apr 2024`.
    package func fullDate(_ instant: Double) -> String { "\(date(instant)) \(zone.localDay(instant).year)" }

    /// Formats a day, such as `2024-04-17`.
    package func day(_ instant: Double) -> String { zone.localDay(instant).text }

    /// Returns the start of the day that lies this many days before the day of an instant.
    package func startOfDay(_ instant: Double, daysBefore days: Int) -> Double {
        zone.bounds(of: Day(days: zone.localDay(instant).days - Int32(clamping: days))).start
    }

    /// The most hours of a range, 50 days: a document lasts at most 40 days, but the times in a file can be anything.
    private static let hoursMax = 1_200

    /// Returns the full hours in a time range with their labels, at most those of 50 days.
    package func fullHours(_ start: Double, _ end: Double) -> [(instant: Double, label: String)] {
        let first =
            start
            + (3_600 - secondOfDay(start).truncatingRemainder(dividingBy: 3_600))
            .truncatingRemainder(dividingBy: 3_600)
        return stride(from: first, through: end, by: 3_600).prefix(Self.hoursMax).map {
            ($0, String(time($0).prefix(2)))
        }
    }

    private func secondOfDay(_ instant: Double) -> Double {
        let local = instant + Double(zone.offset(atSecondsSince2001: instant))
        let second = local.truncatingRemainder(dividingBy: Self.secondsPerDay)
        return second < 0 ? second + Self.secondsPerDay : second
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

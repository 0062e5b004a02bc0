/// A time argument: an instant, or a date that becomes a time only in a certain time zone.
package enum TimeArgument: Sendable, Equatable {
    /// Days since 1970-01-01.
    case date(daysSince1970: Int)
    case instant(unixMilliseconds: Int64)

    /// Whether this time is later; false if one time is a date and the other an instant.
    func isLater(than other: TimeArgument) -> Bool {
        switch (self, other) {
        case (.date(let own), .date(let other)): own > other
        case (.instant(let own), .instant(let other)): own > other
        case (.date, .instant), (.instant, .date): false
        }
    }

    /// The Unix time in milliseconds; for a date, its first millisecond in UTC.
    package var unixMilliseconds: Int64 {
        switch self {
        case .date(let days): Int64(days) * 86_400_000
        case .instant(let milliseconds): milliseconds
        }
    }
}

/// Parses two forms of RFC 3339: `2024-04-16`, and `2024-04-16T08:00:00.5+02:00`.
extension TimeArgument {
    init?(_ text: String) {
        var rest = Substring(text)
        guard let year = Self.number(4, from: &rest), Self.take("-", from: &rest),
            let month = Self.number(2, from: &rest), Self.take("-", from: &rest),
            let day = Self.number(2, from: &rest), let days = Self.days(year, month, day)
        else { return nil }
        if rest.isEmpty {
            self = .date(daysSince1970: days)
            return
        }
        guard Self.take("T", from: &rest) || Self.take("t", from: &rest) || Self.take(" ", from: &rest),
            let hour = Self.number(2, from: &rest), hour < 24, Self.take(":", from: &rest),
            let minute = Self.number(2, from: &rest), minute < 60, Self.take(":", from: &rest),
            let second = Self.number(2, from: &rest), second < 60,
            let fraction = Self.milliseconds(from: &rest), let offset = Self.offset(from: &rest), rest.isEmpty
        else { return nil }
        let seconds = days * 86_400 + hour * 3_600 + minute * 60 + second - offset
        self = .instant(unixMilliseconds: Int64(seconds) * 1_000 + Int64(fraction))
    }

    private static func take(_ character: Character, from rest: inout Substring) -> Bool {
        guard rest.first == character else { return false }
        rest.removeFirst()
        return true
    }

    private static func number(_ count: Int, from rest: inout Substring) -> Int? {
        let digits = rest.prefix(count)
        guard digits.utf8.count == count, digits.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
        rest = rest.dropFirst(count)
        return Int(digits)
    }

    /// Parses an optional fraction of a second; digits after the milliseconds are ignored.
    private static func milliseconds(from rest: inout Substring) -> Int? {
        guard take(".", from: &rest) else { return 0 }
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        guard !digits.isEmpty else { return nil }
        rest = rest[digits.endIndex...]
        return Int((digits + "000").prefix(3))
    }

    /// Parses a time zone offset in seconds east of UTC.
    private static func offset(from rest: inout Substring) -> Int? {
        if take("Z", from: &rest) || take("z", from: &rest) { return 0 }
        let isWest = rest.first == "-"
        guard take("-", from: &rest) || take("+", from: &rest), let hours = number(2, from: &rest), hours < 24,
            take(":", from: &rest), let minutes = number(2, from: &rest), minutes < 60
        else { return nil }
        return (hours * 3_600 + minutes * 60) * (isWest ? -1 : 1)
    }

    /// Returns the days since 1970-01-01 (Howard Hinnant's `days_from_civil`); nil for an invalid date.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int? {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard (1...12).contains(month), (1...lengths[month - 1]).contains(day) else { return nil }
        // Years begin in March, so that the leap day is the last day.
        let marchYear = month > 2 ? year : year - 1
        let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
        let yearOfEra = marchYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}

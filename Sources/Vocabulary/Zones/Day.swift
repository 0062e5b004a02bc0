/// A date of the proleptic Gregorian calendar without a time zone, as in the id of a day's document.
package struct Day: Hashable, Comparable, Sendable {
    /// The number of days since 2001-01-01, which is 0.
    package let days: Int32

    package init(days: Int32) {
        self.days = days
    }

    /// Creates the day of a date in the years −99,999 to 99,999; nil if the date does not exist.
    package init?(year: Int, month: Int, day: Int) {
        guard abs(year) <= 99_999, (1...12).contains(month) else { return nil }
        self.init(days: Int32(Self.days(year: year, month: month, day: day)))
        guard day >= 1, self.day == day else { return nil }
    }

    /// The year; 0 is 1 BC.
    package var year: Int { date.year }
    /// The month, from 1.
    package var month: Int { date.month }
    /// The day of the month, from 1.
    package var day: Int { date.day }

    package static func < (left: Day, right: Day) -> Bool { left.days < right.days }

    /// Returns the days from 2001-01-01 to a date; `day` may exceed the length of the month.
    ///
    /// Counts from March in cycles of 400 years, so that leap days come last (`days_from_civil` by Howard Hinnant).
    static func days(year: Int, month: Int, day: Int) -> Int {
        let year = month > 2 ? year : year - 1
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * daysOfEra + dayOfEra - marchYear0
    }

    private var date: (year: Int, month: Int, day: Int) { Self.date(days: Int(days)) }

    /// Returns the date of a number of days since 2001-01-01.
    static func date(days: Int) -> (year: Int, month: Int, day: Int) {
        let days = days + marchYear0
        let era = (days >= 0 ? days : days - daysOfEra + 1) / daysOfEra
        let dayOfEra = days - era * daysOfEra
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let march = (5 * dayOfYear + 2) / 153
        let month = march < 10 ? march + 3 : march - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * march + 2) / 5 + 1)
    }

    private static let daysOfEra = 146_097
    /// The number of days from March 1 of year 0 to 2001-01-01.
    private static let marchYear0 = 730_791
}

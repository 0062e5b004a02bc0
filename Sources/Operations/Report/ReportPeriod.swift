package import Vocabulary

/// Consecutive local days for which a report adds up figures.
package struct ReportPeriod: Hashable, Sendable {
    /// The length of the periods of a report.
    package enum Length: String, CaseIterable, Sendable {
        case day, week, month, year
    }

    package let from: Day
    /// The day after the last day.
    package let to: Day

    package init(from: Day, to: Day) { (self.from, self.to) = (from, to) }

    /// Creates the period of this length that contains a day.
    ///
    /// `weekStart` is the weekday on which weeks begin: 0 is Monday.
    package init(_ length: Length, of day: Day, weekStart: Int) {
        switch length {
        case .day: self.init(from: day, to: day.after(1))
        case .week:
            // 2001-01-01 was a Monday.
            let offset = ((Int(day.days) - weekStart) % 7 + 7) % 7
            self.init(from: day.after(-offset), to: day.after(7 - offset))
        case .month: self.init(from: day.firstOfMonth(0), to: day.firstOfMonth(1))
        case .year:
            let january = day.firstOfMonth(1 - day.month)
            self.init(from: january, to: january.firstOfMonth(12))
        }
    }

    package var lastDay: Day { to.after(-1) }

    /// The number of days.
    package var count: Int { Int(to.days) - Int(from.days) }

    /// Returns the part of the period from the first day to the day before `last`; nil for no limit.
    func clipped(from first: Day?, to last: Day?) -> ReportPeriod {
        ReportPeriod(from: max(from, first ?? from), to: min(to, last ?? to))
    }

    func has(_ day: Day) -> Bool { from <= day && day < to }

    /// Returns the periods of C3-PRO's activity report, newest first.
    ///
    /// These are the five days before today, the two full weeks that end before them, and the four full months that end
    /// before those weeks. The days between belong to no period.
    package static func c3pro(today: Day, weekStart: Int) -> [ReportPeriod] {
        var periods = (1...5).map { ReportPeriod(.day, of: today.after(-$0), weekStart: weekStart) }
        var end = ReportPeriod(.week, of: today.after(-5), weekStart: weekStart).from
        for _ in 0..<2 {
            periods.append(ReportPeriod(from: end.after(-7), to: end))
            end = end.after(-7)
        }
        end = end.firstOfMonth(0)
        for _ in 0..<4 {
            periods.append(ReportPeriod(from: end.firstOfMonth(-1), to: end))
            end = end.firstOfMonth(-1)
        }
        return periods
    }
}

extension Day {
    fileprivate func after(_ count: Int) -> Day { Day(days: days + Int32(count)) }

    /// Returns the first day of the month that is `offset` months after the month of this day.
    fileprivate func firstOfMonth(_ offset: Int) -> Day {
        let months = year * 12 + month - 1 + offset
        // The month must not be negative, even in years before 0.
        let ownMonth = (months % 12 + 12) % 12
        return Day(year: (months - ownMonth) / 12, month: ownMonth + 1, day: 1) ?? self
    }
}

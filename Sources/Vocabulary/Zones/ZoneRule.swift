/// The rule for all times after the last transition of a zone file.
///
/// The format is the POSIX `TZ` string with the extensions of RFC 9636, section 3.3.
struct ZoneRule: Hashable, Sendable {
    /// A yearly change of the clock.
    struct Change: Hashable, Sendable {
        /// A day of the year, in one of the three forms of POSIX.
        enum Date: Hashable, Sendable {
            /// `Mm.w.d`: weekday `d` (0 is Sunday) in week `w` of month `m`; week 5 is the last.
            case weekday(month: Int, week: Int, weekday: Int)
            /// `Jn`: day `n` of the year from 1, not counting leap days.
            case dayWithoutLeapDays(Int)
            /// `n`: day `n` of the year from 0, counting leap days.
            case day(Int)
        }

        var date: Date
        /// The seconds after midnight by the clock before the change, from −167 to 167 hours.
        var time: Int64

        /// Returns the second of the change in a year, by the local clock before it.
        func localSecond(year: Int) -> Int64 {
            Int64(days(year: year)) * 86400 + time
        }

        private func days(year: Int) -> Int {
            switch date {
            case .weekday(let month, let week, let weekday):
                let first = Day.days(year: year, month: month, day: 1)
                let (nextYear, nextMonth) = month == 12 ? (year + 1, 1) : (year, month + 1)
                let next = Day.days(year: nextYear, month: nextMonth, day: 1)
                // 2001-01-01 was a Monday.
                let firstWeekday = ((first + 1) % 7 + 7) % 7
                var day = first + (weekday - firstWeekday + 7) % 7 + (week - 1) * 7
                while day >= next { day -= 7 }
                return day
            case .dayWithoutLeapDays(let day):
                let isAfterLeapDay = day >= 60 && Day.date(days: Day.days(year: year, month: 2, day: 29)).month == 2
                return Day.days(year: year, month: 1, day: 1) + day - 1 + (isAfterLeapDay ? 1 : 0)
            case .day(let day):
                return Day.days(year: year, month: 1, day: 1) + day
            }
        }
    }

    /// Daylight saving time (in Ireland: winter time): a second offset between two yearly changes.
    struct Saving: Hashable, Sendable {
        var offset: Int32
        var start: Change
        var end: Change
    }

    var standardOffset: Int32
    var saving: Saving?

    /// Returns the span of constant offset that contains a second.
    func segment(at second: Int64) -> Zone.Segment {
        guard let saving else { return Zone.Segment(start: -(1 << 60), end: 1 << 60, offset: standardOffset) }
        let year = Day.date(days: Int(second / 86400)).year
        // Two more years on each side: a change can lie a week outside its year, and in the southern hemisphere
        // daylight saving time spans the new year.
        var start = second
        for year in (year - 2)...(year + 2) {
            let savingStart = saving.start.localSecond(year: year) - Int64(standardOffset)
            var savingEnd = saving.end.localSecond(year: year) - Int64(saving.offset)
            if savingEnd <= savingStart { savingEnd = saving.end.localSecond(year: year + 1) - Int64(saving.offset) }
            if second < savingStart { return Zone.Segment(start: start, end: savingStart, offset: standardOffset) }
            if second < savingEnd { return Zone.Segment(start: savingStart, end: savingEnd, offset: saving.offset) }
            start = savingEnd
        }
        return Zone.Segment(start: start, end: second + 1, offset: standardOffset)
    }
}

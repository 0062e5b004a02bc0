extension Zone {
    /// The local day of an instant: the one whose bounds contain it.
    ///
    /// Mostly the date that the clock shows. Only where the clock was set back across midnight, the time until it shows
    /// midnight again belongs to the day that has begun already: days follow one another and none comes twice.
    package func localDay(_ instant: Double) -> Day {
        let second = Self.wholeSeconds(instant)
        var segment = segment(at: second)
        var day = floorOfDivision(second + Int64(segment.offset), secondsPerDay)
        // Farther back no clock can have been later than now: offsets differ by at most two of the greatest.
        let limit = second - 2 * greatestOffset
        while segment.start > limit {
            segment = self.segment(at: segment.start - 1)
            day = max(day, floorOfDivision(segment.end + Int64(segment.offset) - 1, secondsPerDay))
        }
        return Day(days: Int32(day))
    }

    /// The first instant of a day and that of the next day; both are equal for a day that the zone skipped.
    package func bounds(of day: Day) -> (start: Double, end: Double) {
        (Double(start(ofDay: Int64(day.days))), Double(start(ofDay: Int64(day.days) + 1)))
    }

    /// The first second at which the clock shows the day's midnight or something later.
    private func start(ofDay day: Int64) -> Int64 {
        let midnight = day * secondsPerDay
        var segment = segment(at: midnight - greatestOffset)
        while true {
            let start = max(segment.start, midnight - Int64(segment.offset))
            if start < segment.end { return start }
            segment = self.segment(at: segment.end)
        }
    }
}

private let secondsPerDay: Int64 = 86400
/// The greatest offset that a zone file may have, in either direction: 26 hours.
private let greatestOffset = ZoneFile.greatestOffset

private func floorOfDivision(_ dividend: Int64, _ divisor: Int64) -> Int64 {
    let quotient = dividend / divisor
    return dividend % divisor < 0 ? quotient - 1 : quotient
}

extension Zone {
    /// Returns the local day whose bounds contain an instant.
    ///
    /// Usually this is the date on the clock. If the clock is set back across midnight, it shows the previous date
    /// again. That time still belongs to the new day, so that each day is one contiguous span.
    package func localDay(_ instant: Double) -> Day {
        let second = Self.wholeSeconds(instant)
        var segment = segment(at: second)
        var day = floorOfDivision(second + Int64(segment.offset), secondsPerDay)
        // Before this limit, the clock cannot have shown a later time than now, because two offsets differ by at most
        // twice the greatest offset.
        let limit = second - 2 * greatestOffset
        while segment.start > limit {
            segment = self.segment(at: segment.start - 1)
            day = max(day, floorOfDivision(segment.end + Int64(segment.offset) - 1, secondsPerDay))
        }
        return Day(days: Int32(day))
    }

    /// Returns the first instant of a day and of the next day; both are equal for a day that the zone skips.
    package func bounds(of day: Day) -> (start: Double, end: Double) {
        (Double(start(ofDay: Int64(day.days))), Double(start(ofDay: Int64(day.days) + 1)))
    }

    /// Returns the first second at which the local clock shows the day's midnight or later.
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
/// The greatest offset of a zone file, in either direction: 26 hours.
private let greatestOffset = ZoneFile.greatestOffset

private func floorOfDivision(_ dividend: Int64, _ divisor: Int64) -> Int64 {
    let quotient = dividend / divisor
    return dividend % divisor < 0 ? quotient - 1 : quotient
}

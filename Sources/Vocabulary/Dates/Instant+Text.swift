extension Instant {
    /// Formats milliseconds since 1970 as ISO 8601 in UTC with milliseconds; the year must not be negative.
    package static func iso8601(unixMilliseconds: Int64) -> [UInt8] {
        let since2001 = unixMilliseconds - Int64(secondsFrom1970) * 1000
        let day = utcDay(Double(since2001) / 1000)
        let ofDay = Int(since2001 - Int64(day) * 86_400_000)
        func padded(_ value: Int, _ width: Int) -> String {
            let digits = String(value)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        let time = "T\(padded(ofDay / 3_600_000, 2)):\(padded(ofDay / 60_000 % 60, 2)):"
        let seconds = "\(padded(ofDay / 1000 % 60, 2)).\(padded(ofDay % 1000, 3))Z"
        return Array((Day(days: day).text + time + seconds).utf8)
    }
}

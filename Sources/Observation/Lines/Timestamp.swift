/// Formats times as RFC 3339, in UTC with milliseconds.
package enum Timestamp {
    /// Returns a time such as `2024-04-26T08:15:00.123Z`.
    ///
    /// Times outside the years 0 to 9999 are clamped.
    package static func bytes(unixMilliseconds: Int64) -> [UInt8] {
        let range: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999
        let instant = min(max(unixMilliseconds, range.lowerBound), range.upperBound)
        let (days, milliseconds) = floorDivide(instant, 86_400_000)
        let (year, month, day) = civil(days: days)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(24)
        func append(_ value: Int64, digits: Int, then mark: Unicode.Scalar) {
            var divisor: Int64 = 1
            for _ in 1..<digits { divisor *= 10 }
            while divisor > 0 {
                bytes.append(UInt8(ascii: "0") + UInt8(value / divisor % 10))
                divisor /= 10
            }
            bytes.append(UInt8(ascii: mark))
        }
        append(year, digits: 4, then: "-")
        append(month, digits: 2, then: "-")
        append(day, digits: 2, then: "T")
        append(milliseconds / 3_600_000, digits: 2, then: ":")
        append(milliseconds / 60_000 % 60, digits: 2, then: ":")
        append(milliseconds / 1000 % 60, digits: 2, then: ".")
        append(milliseconds % 1000, digits: 3, then: "Z")
        return bytes
    }

    /// Returns the Gregorian date of a day since 1970-01-01, by Howard Hinnant's `civil_from_days`.
    private static func civil(days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        // Count years from March, so that the leap day is the last day.
        let (era, dayOfEra) = floorDivide(days + 719_468, 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * month + 2) / 5 + 1
        let year = era * 400 + yearOfEra
        return month < 10 ? (year, month + 3, day) : (year + 1, month - 9, day)
    }

    private static func floorDivide(_ value: Int64, _ divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let remainder = ((value % divisor) + divisor) % divisor
        return ((value - remainder) / divisor, remainder)
    }
}

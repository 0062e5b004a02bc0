/// Instants are seconds since 2001-01-01T00:00:00Z, as in HealthKit and the Fork schema.
///
/// Uploaded doubles are kept unchanged. Milliseconds are used only for identity and ids.
package enum Instant {
    /// The seconds between 1970-01-01 and 2001-01-01.
    package static let secondsFrom1970 = 978_307_200.0
    /// The start of the year 1900; earlier dates are not health data.
    package static let of1900 = -3_187_296_000.0
    /// The end of the year 9999, the last year that ISO 8601 writes with four digits.
    package static let endOf9999 = 252_423_993_600.0
    /// The number of seconds of a UTC day.
    package static let day = 86_400.0

    /// Whether a number is a usable date: finite and at most in the year 9999.
    package static func isDate(_ seconds: Double) -> Bool { abs(seconds) <= endOf9999 }

    /// Rounds to milliseconds, halves up.
    package static func milliseconds(_ seconds: Double) -> Int64 {
        floor(seconds * 1000 + 0.5)
    }

    package static func seconds(milliseconds: Int64) -> Double { Double(milliseconds) / 1000 }

    /// Returns the UTC day of an instant, counted from 2001-01-01.
    package static func utcDay(_ seconds: Double) -> Int32 {
        Int32(truncatingIfNeeded: floor(max(-2e9, min(2e9, seconds / day))))
    }

    /// Returns the UTC hour of an instant, counted from 2001-01-01T00Z.
    package static func utcHour(_ seconds: Double) -> Int64 {
        floor(seconds / 3600)
    }

    /// Rounds down, without the function call that `rounded(.down)` costs on baseline processors.
    private static func floor(_ number: Double) -> Int64 {
        let whole = Int64(number)
        return Double(whole) > number ? whole - 1 : whole
    }
}

/// Instants are seconds since 2001-01-01T00:00:00Z, as HealthKit and the Fork schema count them.
///
/// They are kept as the doubles that came; milliseconds are only for identity and ids.
package enum Instant {
    /// Seconds from 1970 to 2001.
    package static let secondsFrom1970 = 978_307_200.0
    /// The first second of 1900: what lies before is no health data.
    package static let of1900 = -3_187_296_000.0
    /// The end of the year 9999, beyond which ISO 8601 has no plain form.
    package static let endOf9999 = 252_423_993_600.0
    /// The seconds of a UTC day.
    package static let day = 86_400.0

    /// Whether this is a date that can be reckoned with: a finite number up to the year 9999.
    package static func isDate(_ seconds: Double) -> Bool { abs(seconds) <= endOf9999 }

    /// Milliseconds, rounded to the nearest, halves up.
    package static func milliseconds(_ seconds: Double) -> Int64 {
        floor(seconds * 1000 + 0.5)
    }

    /// The instant of whole milliseconds.
    package static func seconds(milliseconds: Int64) -> Double { Double(milliseconds) / 1000 }

    /// The UTC day that an instant lies in, counted from 2001-01-01.
    package static func utcDay(_ seconds: Double) -> Int32 {
        Int32(truncatingIfNeeded: floor(max(-2e9, min(2e9, seconds / day))))
    }

    /// The UTC hour that an instant lies in, counted from 2001-01-01T00Z.
    package static func utcHour(_ seconds: Double) -> Int64 {
        floor(seconds / 3600)
    }

    /// The greatest integer that is not above; without the call that `rounded` is on a processor of any age.
    private static func floor(_ number: Double) -> Int64 {
        let whole = Int64(number)
        return Double(whole) > number ? whole - 1 : whole
    }
}

import JSON
import Vocabulary

/// The dates of HealthKitReporter's structs: numbers of seconds since 1970.
enum StructDates {
    /// The least number that is read as milliseconds; in seconds, this number is a date in the year 5138.
    private static let leastMilliseconds = 1e11

    /// Returns the start and the end of a sample, in seconds since 2001.
    ///
    /// `fallback` is the time of a struct without dates.
    static func bounds(
        _ element: Value,
        _ type: SampleType?,
        fallback: Double
    ) throws(Refusal) -> (start: Double, end: Double) {
        let isPrescription = type?.kind == .visionPrescription
        func date(_ field: Value?, _ name: String) throws(Refusal) -> Double? {
            guard let field else { return nil }
            return try instant(field, name, mayBeMilliseconds: isPrescription)
        }
        var start = try date(element.field("startTimestamp"), "startTimestamp")
        let payload = element.field("harmonized", or: "serialized")
        if start == nil, isPrescription {
            start = try date(payload?.field("dateIssuedTimestamp"), "dateIssuedTimestamp")
        }
        if start == nil, type?.kind == .activitySummary, let field = element.field("date") {
            start = try day(field)
        }
        let mayLackDates = element.field("uuid") == nil
        guard let start = start ?? (mayLackDates ? fallback : nil) else { throw .missing("startTimestamp") }
        return (start, try date(element.field("endTimestamp"), "endTimestamp") ?? start)
    }

    /// Returns a time, in seconds since 2001.
    static func instant(
        _ field: Value?,
        _ name: String,
        mayBeMilliseconds: Bool = false
    ) throws(Refusal) -> Double {
        let number = try QuantityReader.number(field, name)
        let isMilliseconds = mayBeMilliseconds && number.magnitude >= leastMilliseconds
        let instant = (isMilliseconds ? number / 1000 : number) - Instant.secondsFrom1970
        guard Instant.isDate(instant) else {
            throw Refusal(.invalidValue, "The field `\(name)` is no date up to the year 9999.")
        }
        return instant
    }

    /// Returns the instant of a date; for a day such as `2024-04-16`, noon UTC, which is that day in nearly all zones.
    private static func day(_ field: Value) throws(Refusal) -> Double {
        guard let text = field.text else { throw .wrongType("date", "a string") }
        var reader = DateReader()
        if let instant = reader.instant(text.span) { return instant }
        guard text.count == 10, let day = Day(text.span) else { throw .noDate("date") }
        return (Double(day.days) + 0.5) * Instant.day
    }
}

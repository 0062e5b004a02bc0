package import JSON
package import Vocabulary

/// A writer of instants as date and time of RFC 3339: `2024-04-16T10:00:00.000+03:00`.
///
/// The offset is the one of the sample's zone at that instant. FHIR and JSON Schema allow offsets of whole minutes up
/// to 14 hours and years of four digits. If the local time needs anything else, the time is in UTC and ends with `Z`.
package struct LocalTimes {
    private let zones: ZoneTable
    private let document: Zone?

    /// Creates a writer for a document; `zone` is the name of the document's zone.
    package init(_ zones: ZoneTable, zone: String) {
        self.zones = zones
        document = zones.zone(zone)
    }

    /// Whether a start and an end are the same instant, to the millisecond.
    package static func isInstant(_ start: Double, _ end: Double) -> Bool {
        milliseconds(start) == milliseconds(end)
    }

    /// Appends an instant in quotes, in the sample's own zone or, if that is nil or unknown, in the document's.
    ///
    /// `instant` is in seconds since 2001. An instant outside the years 1 to 9999 becomes the nearest one inside. `own`
    /// is `Metadata.zone`.
    package func append(_ instant: Double, in own: String?, to writer: inout Writer) {
        let utc = Self.milliseconds(instant)
        let zone = own.flatMap { zones.zone($0) } ?? document
        let seconds = zone?.offset(atSecondsSince2001: Instant.seconds(milliseconds: utc))
        writer.byte(UInt8(ascii: "\""))
        if let seconds, seconds % 60 == 0, abs(seconds) <= Self.greatestOffset,
            Self.range.contains(utc + Int64(seconds) * 1000)
        {
            Instant.appendDateTime(milliseconds: utc + Int64(seconds) * 1000, to: &writer.bytes)
            Instant.appendNumber(abs(seconds) / 3600, after: seconds < 0 ? "-" : "+", to: &writer.bytes)
            Instant.appendNumber(abs(seconds) / 60 % 60, after: ":", to: &writer.bytes)
        } else {
            Instant.appendDateTime(milliseconds: utc, to: &writer.bytes)
            writer.byte(UInt8(ascii: "Z"))
        }
        writer.byte(UInt8(ascii: "\""))
    }

    /// 14 hours, in seconds.
    private static let greatestOffset = 14 * 3600

    /// The milliseconds since 2001 of the years 1 to 9999.
    private static let range: ClosedRange<Int64> = -63_113_904_000_000...252_423_993_599_999

    /// Rounds to milliseconds, halves up, within the years 1 to 9999.
    private static func milliseconds(_ instant: Double) -> Int64 {
        // Compared as doubles first, because the conversion of a huge number would trap.
        if !(instant > Instant.seconds(milliseconds: range.lowerBound)) { return range.lowerBound }
        if instant >= Instant.seconds(milliseconds: range.upperBound) { return range.upperBound }
        return Instant.milliseconds(instant)
    }
}

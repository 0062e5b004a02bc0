import Formats
import JSON
import Testing
import Vocabulary

/// Instants as text in the zone of a sample.
struct LocalTimesTests {
    private static let zones = TestZones.table

    private func text(_ instant: Double, own: String? = nil, document: String = "UTC") -> String {
        var writer = Writer()
        LocalTimes(Self.zones, zone: document).append(instant, in: own, to: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test(
        arguments: [
            (734_940_000, nil, "Europe/Vilnius", "2024-04-16T09:00:00.000+03:00"),
            (734_940_000, "America/New_York", "Europe/Vilnius", "2024-04-16T02:00:00.000-04:00"),
            (734_940_000, nil, "UTC", "2024-04-16T06:00:00.000+00:00"),
            // Half an hour and three quarters of an hour.
            (734_940_000, nil, "Asia/Kolkata", "2024-04-16T11:30:00.000+05:30"),
            (734_940_000, nil, "Asia/Kathmandu", "2024-04-16T11:45:00.000+05:45"),
            (734_940_000, nil, "-03:30", "2024-04-16T02:30:00.000-03:30"),
            // The hour that the clock in Vilnius shows twice, and the second before the one that it skips.
            (751_679_999, nil, "Europe/Vilnius", "2024-10-27T02:59:59.000+03:00"),
            (751_681_800, nil, "Europe/Vilnius", "2024-10-27T03:30:00.000+03:00"),
            (751_685_400, nil, "Europe/Vilnius", "2024-10-27T03:30:00.000+02:00"),
            (733_539_599.9994, nil, "Europe/Vilnius", "2024-03-31T02:59:59.999+02:00"),
            (733_539_599.9995, nil, "Europe/Vilnius", "2024-03-31T04:00:00.000+03:00"),
            // Milliseconds round half up, before 2001 too.
            (0.0005, nil, "UTC", "2001-01-01T00:00:00.001+00:00"),
            (-0.0005, nil, "UTC", "2001-01-01T00:00:00.000+00:00"),
            (-0.0006, nil, "UTC", "2000-12-31T23:59:59.999+00:00"),
            // Offsets that FHIR cannot write: with seconds, or beyond 14 hours.
            (-3_187_296_000, nil, "Europe/Amsterdam", "1900-01-01T00:00:00.000Z"),
            (734_940_000, nil, "+14:01", "2024-04-16T06:00:00.000Z"),
            (734_940_000, nil, "-18:00", "2024-04-16T06:00:00.000Z"),
            (734_940_000, nil, "+14:00", "2024-04-16T20:00:00.000+14:00"),
            (734_940_000, nil, "Pacific/Kiritimati", "2024-04-16T20:00:00.000+14:00"),
            (734_940_000, nil, "-14:00", "2024-04-15T16:00:00.000-14:00"),
            // An unknown zone of the sample counts as absent; without any zone the time is in UTC.
            (734_940_000, "Mars/Base", "Europe/Vilnius", "2024-04-16T09:00:00.000+03:00"),
            (734_940_000, nil, "", "2024-04-16T06:00:00.000Z"),
            // Years that the text has no digits for.
            (252_423_993_599.999, nil, "UTC", "9999-12-31T23:59:59.999+00:00"),
            (252_423_993_599.999, nil, "+00:01", "9999-12-31T23:59:59.999Z"),
            (252_423_993_600, nil, "UTC", "9999-12-31T23:59:59.999+00:00"),
            (1e300, nil, "UTC", "9999-12-31T23:59:59.999+00:00"), (-1e300, nil, "UTC", "0001-01-01T00:00:00.000+00:00"),
            (-63_113_904_000, nil, "-00:01", "0001-01-01T00:00:00.000Z"),
        ] as [(Double, String?, String, String)]
    )
    func `an instant has the offset of its zone at that moment`(
        instant: Double,
        own: String?,
        document: String,
        shown: String
    ) {
        #expect(text(instant, own: own, document: document) == "\"\(shown)\"")
    }

    @Test(
        arguments: [
            (1, 1, true), (1, 1.0004, true), (1, 1.0005, false), (0.9995, 1.0004, true), (1e300, 2e300, true),
            (1, 0.999, false),
        ] as [(Double, Double, Bool)]
    )
    func `start and end are one instant if their milliseconds agree`(start: Double, end: Double, isInstant: Bool) {
        #expect(LocalTimes.isInstant(start, end) == isInstant)
    }
}

import Testing
import Vocabulary

/// In which zone a sample lies that has none of its own, where several uploads have brought it.
@Suite(.enabled(if: ZoneFiles.areInstalled)) struct ClaimContractTests {
    /// The days of the samples in Europe, America and UTC, and in Tokyo.
    private static let (day, nextDay) = ("steps/2024-01-05", "steps/2024-01-06")
    private static let (vilnius, tokyo, newYork) = ("Europe/Vilnius", "Asia/Tokyo", "America/New_York")
    private static let tokyoSettings = #"{"connection_id":"c","time_zone":"Asia/Tokyo"}"#

    /// Steps at 20:00 on the fifth of January in UTC.
    private static func steps(_ value: Int = 5, _ number: Int = 101, _ more: String = "") -> String {
        let (start, end) = ("2024-01-05T20:00:00Z", "2024-01-05T20:10:00Z")
        return Line.quantity(number, of: "StepCount", start, to: end, "\(value)", "count", more: more)
    }

    /// An upload of a day of January, or of an instant such as `07T10:00:00.5Z`, which names a zone or none.
    private static func upload(_ zone: String?, _ day: String, _ samples: [String] = [steps()]) -> String {
        let collectedAt = "2024-01-" + (day.utf8.count == 2 ? day + "T12:00:00Z" : day)
        guard let zone else { return Line.upload(collectedAt, samples) }
        return Line.upload(in: zone, collectedAt, samples)
    }

    /// A document of steps, the value of its total and its zone.
    private static func lies(
        _ sentence: String,
        _ uploads: [String],
        on day: String,
        _ total: Double = 5,
        in zone: String
    ) -> TruthCase {
        let other = day == nextDay ? Self.day : nextDay
        return TruthCase(sentence, uploads, .total(day, total), .zone(day, zone), .isGone(other))
    }

    static let claims = [
        lies(
            "the least instant of collection counts, the first",
            [upload(vilnius, "07"), upload(tokyo, "09")],
            on: day,
            in: vilnius
        ),
        lies(
            "the least instant of collection counts, the second",
            [upload(vilnius, "09"), upload(tokyo, "07")],
            on: nextDay,
            in: tokyo
        ),
        lies(
            "of three uploads the least instant of collection counts",
            [upload(vilnius, "08"), upload(tokyo, "07"), upload(newYork, "09")],
            on: nextDay,
            in: tokyo
        ),
        lies(
            "instants of collection are compared below a second",
            [upload(vilnius, "07T12:00:00.250Z"), upload(tokyo, "07T12:00:00.750Z")],
            on: day,
            in: vilnius
        ),
        lies(
            "instants of collection are instants, however they are written",
            [upload(vilnius, "07T12:00:00+02:00"), upload(tokyo, "07T11:00:00Z")],
            on: day,
            in: vilnius
        ),
        lies(
            "of equal instants the zone that sorts first counts",
            [upload(vilnius, "07"), upload(tokyo, "07")],
            on: nextDay,
            in: tokyo
        ),
        lies(
            "of equal instants the zone that sorts first counts, and not the shorter one",
            [upload(newYork, "07"), upload(tokyo, "07")],
            on: day,
            in: newYork
        ),
        lies(
            "a zone that an upload names counts before none, though it comes later",
            [upload(nil, "06"), upload(tokyo, "09")],
            on: nextDay,
            in: tokyo
        ),
        lies(
            "UTC that an upload names counts before a zone that is named later",
            [upload("UTC", "07"), upload(tokyo, "09")],
            on: day,
            in: "UTC"
        ),
        lies("where no upload names a zone it is UTC", [upload(nil, "07"), upload(nil, "09")], on: day, in: "UTC"),
        lies(
            "an offset is a zone",
            [upload("+09:00", "07"), upload(vilnius, "09")],
            on: nextDay,
            in: "+09:00"
        ),
        TruthCase(
            "a zone that an upload names counts before that of the settings, though it comes later",
            settings: tokyoSettings,
            [upload(nil, "06"), upload(vilnius, "09")],
            .total(day, 5),
            .zone(day, vilnius),
            .isGone(nextDay)
        ),
        TruthCase(
            "where no upload names a zone it is that of the settings",
            settings: tokyoSettings,
            [upload(nil, "07"), upload(nil, "09")],
            .total(nextDay, 5),
            .zone(nextDay, tokyo),
            .isGone(day)
        ),
    ]

    @Test(arguments: claims) func `the zone is that of the upload that is named, and first`(one: TruthCase) throws {
        try one.check()
    }

    /// Copies that differ in more than their uploads.
    static let copies = [
        lies(
            "the claim of a copy that loses counts",
            [upload(vilnius, "09", [steps(7, 101, #","version":2"#)]), upload(tokyo, "07", [steps(5)])],
            on: nextDay,
            7,
            in: tokyo
        ),
        lies(
            "the claim of a copy that says less counts",
            [upload(vilnius, "09", [steps(7, 101, #","source":{"name":"s"}"#)]), upload(tokyo, "07", [steps(5)])],
            on: nextDay,
            7,
            in: tokyo
        ),
        lies(
            "a later claim of the copy that counts does not",
            [upload(tokyo, "09", [steps(7, 101, #","version":2"#)]), upload(vilnius, "07", [steps(5)])],
            on: day,
            7,
            in: vilnius
        ),
        lies(
            "a copy that is refused claims nothing",
            [upload(vilnius, "09"), upload(tokyo, "07", [steps(-5)])],
            on: day,
            in: vilnius
        ),
        lies(
            "an upload that is refused claims nothing",
            [upload(vilnius, "09"), upload("Nowhere/There", "07")],
            on: day,
            in: vilnius
        ),
        lies(
            "the zone in its own metadata counts before all claims",
            [upload(tokyo, "07", [steps(5, 101, own)]), upload(vilnius, "06", [steps(5, 101, own)])],
            on: day,
            in: newYork
        ),
        lies(
            "a zone of its own counts before all claims",
            [upload(tokyo, "07", [steps(5, 101, #","time_zone":"America/New_York""#)]), upload(tokyo, "06")],
            on: day,
            in: newYork
        ),
        lies(
            "a zone of its own counts also where the upload has the same",
            [upload(newYork, "09", [steps(5, 101, own)]), upload(tokyo, "07")],
            on: day,
            in: newYork
        ),
        lies(
            "UTC of its own counts before all claims",
            [upload("UTC", "09", [steps(5, 101, #","time_zone":"UTC""#)]), upload(tokyo, "07")],
            on: day,
            in: "UTC"
        ),
        lies(
            "UTC of its own counts where no upload names a zone",
            [upload(nil, "09", [steps(5, 101, #","metadata":{"HKTimeZone":"UTC"}"#)]), upload(tokyo, "07")],
            on: day,
            in: "UTC"
        ),
        lies(
            "the own zone of a copy that loses does not count, and the claim of its upload does",
            [upload(vilnius, "09", [steps(7, 101, #","version":2"#)]), upload(tokyo, "07", [steps(5, 101, own)])],
            on: nextDay,
            7,
            in: tokyo
        ),
        lies(
            "an unknown zone of its own is none",
            [
                upload(tokyo, "07", [steps(5, 101, #","metadata":{"HKTimeZone":"Nowhere/There"}"#)]),
                upload(vilnius, "06"),
            ],
            on: day,
            in: vilnius
        ),
        TruthCase(
            "each sample has the claims of its own copies",
            [upload(vilnius, "07", [steps(5)]), upload(tokyo, "09", [steps(5), steps(7, 102)])],
            .total(day, 5),
            .zone(day, vilnius),
            .total(nextDay, 7),
            .zone(nextDay, tokyo)
        ),
        TruthCase(
            "a claim of a sample is none of another type's with its id",
            [upload(vilnius, "07", [steps(5)]), upload(tokyo, "06", [flights])],
            .zone(day, vilnius),
            .zone("flightsClimbed/2024-01-06", tokyo)
        ),
        TruthCase(
            "a workout has the zone of the first upload",
            [upload(tokyo, "09", [workout]), upload(vilnius, "07", [workout])],
            .zone("workouts/\(Line.id(1))", vilnius)
        ),
        TruthCase(
            "a sample that lasts longer than a day has the zone of the first upload",
            [upload(tokyo, "09", [long]), upload(vilnius, "07", [long])],
            .zone("steps/2024-01-03", vilnius),
            .zone("steps/2024-01-04", vilnius),
            .zone(day, vilnius)
        ),
        TruthCase(
            "a characteristic has the zone of the first upload",
            [upload(tokyo, "09", [bloodType]), upload(vilnius, "07", [bloodType])],
            .zone("characteristic", vilnius)
        ),
    ]

    private static let own = #","metadata":{"HKTimeZone":"America/New_York"}"#
    private static let workout = Line.workout(1, "2024-01-05T10:00Z", "2024-01-05T11:00Z", version: 0)
    private static let long = Line.steps(101, "2024-01-03T12:00Z", "2024-01-05T12:00Z", 48)
    private static let flights = Line.quantity(101, of: "FlightsClimbed", "2024-01-05T20:00Z", "1", "count")
    private static let bloodType = Line.sample(
        101,
        "HKCharacteristicTypeIdentifierBloodType",
        "2024-01-05T10:00Z",
        "2024-01-05T10:00Z",
        #""value":1"#
    )

    @Test(arguments: copies)
    func `each accepted copy claims a zone, and a zone of its own stands before`(one: TruthCase) throws {
        try one.check()
    }

    @Test func `an earlier upload moves a sample back, and it counts as a duplicate`() {
        var journey = Journey()
        journey.commit(Self.upload(Self.tokyo, "09"))
        #expect(journey.documents[Self.nextDay] != nil)
        journey.commit(Self.upload(Self.vilnius, "07"))
        #expect(journey.documents[Self.day]?.contains(#""time_zone":"Europe/Vilnius""#) == true)
        #expect(journey.documents[Self.nextDay] == nil)
        let count = journey.records.count
        // What was said again later, and earlier in the same zone, changes nothing more.
        journey.commit(Self.upload(Self.tokyo, "08"))
        journey.commit(Self.upload(Self.vilnius, "06"))
        #expect(journey.records.count == count)
        let accounting = journey.accounting
        #expect(accounting.new == 1 && accounting.duplicates == 3 && accounting.replaced == 0)
    }

    @Test func `a zone of the settings counts before none, also of an earlier upload`() {
        var journey = Journey()
        journey.commit(Self.upload(nil, "06"))
        #expect(journey.documents[Self.day]?.contains(#""time_zone":"UTC""#) == true)
        journey.settings(Self.tokyoSettings)
        journey.commit(Self.upload(nil, "09"))
        #expect(journey.documents[Self.nextDay]?.contains(#""time_zone":"Asia/Tokyo""#) == true)
        #expect(journey.documents[Self.day] == nil)
        // Settings without a zone take back nothing.
        journey.settings(#"{"connection_id":"c"}"#)
        journey.commit(Self.upload(nil, "06T10:00:00Z"))
        #expect(journey.documents[Self.nextDay] != nil && journey.documents[Self.day] == nil)
    }

    @Test func `of two zones of the settings that of the least instant of collection counts`() {
        var journey = Journey()
        journey.settings(Self.tokyoSettings)
        journey.commit(Self.upload(nil, "08"))
        journey.settings(#"{"connection_id":"c","time_zone":"Europe/Vilnius"}"#)
        #expect(journey.documents[Self.nextDay]?.contains(#""time_zone":"Asia/Tokyo""#) == true)
        journey.commit(Self.upload(nil, "09"))
        #expect(journey.documents[Self.nextDay]?.contains(#""time_zone":"Asia/Tokyo""#) == true)
        journey.commit(Self.upload(nil, "07"))
        #expect(journey.documents[Self.day]?.contains(#""time_zone":"Europe/Vilnius""#) == true)
        #expect(journey.documents[Self.nextDay] == nil)
    }

    @Test func `claims end with the sample`() {
        // Deleted, the sample never comes again; the same measurement under a new id has the claims of its own.
        var journey = Journey()
        journey.commit(Self.upload(Self.vilnius, "07"))
        journey.commit(Line.upload("2024-01-08T12:00:00Z", [], deleted: [101]))
        journey.commit(Self.upload(Self.tokyo, "09", [Self.steps(5, 102), Self.steps(5, 101)]))
        #expect(journey.documents[Self.day] == nil)
        #expect(journey.documents[Self.nextDay]?.contains(#""quantity":5,"#) == true)
        #expect(journey.accounting.deletedBeforeArrival == 1)
    }
}

import Testing
import Vocabulary

/// What apps and phones send, and what a person's documents must show then.
@Suite(.enabled(if: ZoneFiles.areInstalled)) struct TruthContractTests {
    private static let vilnius = "Europe/Vilnius"
    private static let iPhone = Line.Origin(source: "iPhone", product: "iPhone14,2")
    private static let collected = "2024-04-26T08:15:00Z"

    /// Steps that a phone counted in ten minutes of the twenty-fifth of April.
    private static func steps(_ number: Int, _ hour: String, _ value: Int, _ more: String = "") -> String {
        Line.quantity(
            number,
            of: "StepCount",
            "2024-04-25T\(hour):00:00Z",
            to: "2024-04-25T\(hour):10:00Z",
            "\(value)",
            "count",
            from: iPhone,
            more: more
        )
    }

    /// Steps of three days in Vilnius, 9,200 a day, ten minutes every three hours; their days in Tokyo begin later.
    private static let history = (0..<24).map { index in
        let start = 735_692_400 + index * 10_800
        return """
            {"id":"\(Line.id(101 + index))","type":"HKQuantityTypeIdentifierStepCount","start_date":\(start),\
            "end_date":\(start + 600),"value":\(100 + index % 8 * 300),"unit":"count"\(iPhone.members)}
            """
    }

    @Test func `a history that is sent again from elsewhere stays where it was`() throws {
        let first = Line.upload(in: Self.vilnius, "2024-04-30T08:00:00Z", Self.history)
        let again = Line.upload(in: "Asia/Tokyo", "2025-02-01T08:00:00Z", Self.history, id: 998)
        try TruthCase(
            "three days",
            [first, again],
            .total("steps/2024-04-25", 9200),
            .total("steps/2024-04-26", 9200),
            .total("steps/2024-04-27", 9200),
            .zone("steps/2024-04-25", Self.vilnius),
            .zone("steps/2024-04-26", Self.vilnius),
            .zone("steps/2024-04-27", Self.vilnius),
            .isGone("steps/2024-04-24"),
            .isGone("steps/2024-04-28")
        ).check()
        var journey = Journey()
        journey.commit(first)
        let count = journey.records.count
        journey.commit(again)
        #expect(journey.records.count == count, "what says nothing new changes nothing")
        let accounting = journey.accounting
        #expect(accounting.new == 24 && accounting.duplicates == 24 && accounting.replaced == 0)
    }

    /// A sample whose dates are first doubles, then texts that are cut to milliseconds.
    private static func cut(_ type: String, _ more: String) -> [String] {
        let dates = [
            #""start_date":735732000.1237,"end_date":735732600.9876"#,
            #""start_date":"2024-04-25T10:00:00.123Z","end_date":"2024-04-25T10:10:00.987Z""#,
            #""start_date":"2024-04-25T10:00:00Z","end_date":"2024-04-25T10:10:00Z""#,
        ]
        return dates.map { dates in
            let sample = #"{"id":"\#(Line.id(101))","type":"\#(type)",\#(dates),\#(more)\#(iPhone.members)}"#
            return Line.upload(in: vilnius, collected, [sample])
        }
    }

    @Test func `a sample whose dates come again less precisely is one sample`() throws {
        let steps = Self.cut("HKQuantityTypeIdentifierStepCount", #""value":100,"unit":"count""#)
        try TruthCase("steps", steps, .total("steps/2024-04-25", 100)).check()
        let sleep = Self.cut("HKCategoryTypeIdentifierSleepAnalysis", #""value":3"#)
        try TruthCase("a night", sleep, .nights([[101]])).check()
        var journey = Journey()
        for upload in steps { journey.commit(upload) }
        #expect(journey.accounting.new == 1 && journey.accounting.duplicates + journey.accounting.replaced == 2)
    }

    @Test func `a newer version of a sample under a new id takes the place of the old one`() throws {
        func version(_ number: Int, _ value: Int, _ version: Int) -> String {
            let metadata = #""HKMetadataKeySyncIdentifier":"k","HKMetadataKeySyncVersion":\#(version)"#
            let sample = Self.steps(number, "10", value, #","metadata":{\#(metadata)}"#)
            return Line.upload(in: Self.vilnius, Self.collected, [sample])
        }
        try TruthCase("steps", [version(101, 100, 1), version(102, 150, 2)], .total("steps/2024-04-25", 150)).check()
        // The newer version has the lesser id.
        try TruthCase("steps", [version(102, 100, 1), version(101, 150, 2)], .total("steps/2024-04-25", 150)).check()
    }

    @Test func `a history that comes again under new ids counts once`() throws {
        let uploads = [101, 102].map {
            Line.upload(in: Self.vilnius, Self.collected, [Self.steps($0, "12", 100)])
        }
        try TruthCase("steps", uploads, .total("steps/2024-04-25", 100)).check()
        var journey = Journey()
        journey.commit(uploads[0])
        let count = journey.records.count
        journey.commit(uploads[1])
        #expect(journey.records.count == count, "what does not show changes nothing")
        #expect(journey.accounting.new == 2 && journey.accounting.duplicates == 0)
    }

    @Test func `a copy with the zone and the source that an app begins to send counts`() throws {
        func copy(_ more: String) -> String {
            let fields = #""value":100,"unit":"count"\#(more)"#
            let type = "HKQuantityTypeIdentifierStepCount"
            let sample = Line.sample(101, type, "2024-04-25T23:30:00Z", "2024-04-25T23:40:00Z", fields)
            return Line.upload(in: "UTC", Self.collected, [sample])
        }
        let richer = #"\#(Self.iPhone.members),"metadata":{"HKTimeZone":"Europe/Vilnius"}"#
        let uploads = [copy(""), copy(richer)]
        try TruthCase(
            "steps",
            uploads,
            .total("steps/2024-04-26", 100),
            .zone("steps/2024-04-26", Self.vilnius),
            .isGone("steps/2024-04-25")
        ).check()
        for order in [uploads, Array(uploads.reversed())] {
            var journey = Journey()
            for upload in order { journey.commit(upload) }
            #expect(journey.documents["steps/2024-04-26"]?.contains(#""name":"iPhone""#) == true)
        }
    }

    @Test func `a copy with the product of its source counts, and ranks the source`() throws {
        func hour(_ number: Int, _ value: String, _ origin: Line.Origin) -> String {
            let (start, end) = ("2024-04-25T09:00:00Z", "2024-04-25T10:00:00Z")
            return Line.quantity(number, of: "StepCount", start, to: end, value, "count", from: origin)
        }
        let first = [hour(101, "900", Line.Origin(source: "App")), hour(102, "1000", Self.iPhone)]
        let mended = [hour(101, "900", Line.Origin(source: "App", product: "Watch6,2"))]
        let uploads = [first, mended].map { Line.upload(in: Self.vilnius, Self.collected, $0) }
        try TruthCase("steps", uploads, .total("steps/2024-04-25", 900)).check()
    }

    /// A run of half an hour.
    private static func run(_ number: Int, _ start: String, _ origin: Line.Origin, _ more: String) -> String {
        let type = "HKWorkoutTypeIdentifier"
        let fields = #""workout_activity_type":37\#(origin.members)\#(more)"#
        return Line.sample(number, type, "2026-03-06T\(start)Z", "2026-03-06T10:30:00Z", fields)
    }

    private static func upload(of runs: [String]) -> String {
        Line.upload(in: "Europe/Warsaw", "2026-03-06T20:00:00Z", runs)
    }

    @Test func `a run that two apps have recorded shows twice, and is primary once`() throws {
        func statistics(_ energy: Int, _ distance: Int) -> String {
            #","statistics":{"HKQuantityTypeIdentifierActiveEnergyBurned":{"sum":\#(energy),"unit":"kcal"},"#
                + #""HKQuantityTypeIdentifierDistanceWalkingRunning":{"sum":\#(distance),"unit":"m"}}"#
        }
        let watch = Line.Origin(source: "Apple Watch", product: "Watch7,1")
        let app = Line.Origin(source: "Strava", product: "iPhone15,2")
        let runs = [
            Self.run(21, "10:00:00", watch, statistics(300, 5000)),
            Self.run(22, "10:00:01", app, statistics(310, 5010)),
        ]
        try TruthCase(
            "both",
            runs.map { Self.upload(of: [$0]) },
            .isPrimary("workouts/\(Line.id(21))", true),
            .isPrimary("workouts/\(Line.id(22))", false)
        ).check()
    }

    @Test func `a run that an app writes a second time shows once`() throws {
        let origin = Line.Origin(source: "Connect", product: "iPhone15,2")
        let runs = [31, 32].map {
            Self.run($0, "10:00:00", origin, #","duration":1800,"metadata":{"HKExternalUUID":"g-1"}"#)
        }
        try TruthCase(
            "both",
            runs.map { Self.upload(of: [$0]) },
            .listed("workouts/\(Line.id(31))", []),
            .isGone("workouts/\(Line.id(32))")
        ).check()
        // What one upload brings is one likewise.
        try TruthCase("one upload", [Self.upload(of: runs)], .isGone("workouts/\(Line.id(32))")).check()
    }
}

import Testing
import Vocabulary

/// A measurement that its app has written in several versions, under an id each, counts once.
@Suite struct SyncIdentifierContractTests {
    private static let day = "steps/2024-01-05"
    private static let (heart, noon) = ("heart/2024-01-05T10Z", "heart/2024-01-05T12Z")
    private static let now = "2024-01-07T12:00:00Z"

    /// A sample of the fifth of January, or of the day that stands before its time: `10:00`, `06T10:00`.
    private static func sample(
        _ number: Int,
        _ type: String,
        _ start: String,
        to end: String? = nil,
        _ value: String,
        _ unit: String,
        _ more: String = ""
    ) -> String {
        func instant(_ time: String) -> String { "2024-01-\(time.contains("T") ? "" : "05T")\(time):00Z" }
        return Line.quantity(number, of: type, instant(start), to: end.map(instant), value, unit, more: more)
    }

    /// Steps of nine minutes.
    private static func steps(_ number: Int, _ start: String, _ value: Int, _ more: String = "") -> String {
        sample(number, "StepCount", start, to: String(start.dropLast()) + "9", "\(value)", "count", more)
    }

    private static func rate(_ number: Int, _ start: String, _ value: Int = 60, _ more: String = "") -> String {
        sample(number, "HeartRate", start, "\(value)", "count/min", more)
    }

    private static func sleep(_ number: Int, _ start: String, _ end: String, _ more: String = "") -> String {
        let fields = #""value":3,"source":{"name":"A"}\#(more)"#
        let type = "HKCategoryTypeIdentifierSleepAnalysis"
        return Line.sample(number, type, "2024-01-05T\(start):00Z", "2024-01-05T\(end):00Z", fields)
    }

    private static func mindful(_ number: Int, _ start: String, _ value: Int = 0, _ more: String = "") -> String {
        let type = "HKCategoryTypeIdentifierMindfulSession"
        let end = String(start.dropLast()) + "9"
        return Line.sample(
            number,
            type,
            "2024-01-05T\(start):00Z",
            "2024-01-05T\(end):00Z",
            "\"value\":\(value)\(more)"
        )
    }

    private static func workout(_ number: Int, _ start: String, _ end: String, _ more: String) -> String {
        let fields = "\"workout_activity_type\":37\(more)"
        let type = "HKWorkoutTypeIdentifier"
        return Line.sample(number, type, "2024-01-05T\(start):00Z", "2024-01-05T\(end):00Z", fields)
    }

    /// Metadata with a sync identifier and, if there is one, its version, both as JSON.
    private static func sync(_ version: String? = "1", _ identifier: String = #""k""#) -> String {
        let version = version.map { #","HKMetadataKeySyncVersion":\#($0)"# } ?? ""
        return #","metadata":{"HKMetadataKeySyncIdentifier":\#(identifier)\#(version)}"#
    }

    private static func source(_ name: String, _ product: String = "") -> String {
        #","source":{"name":"\#(name)","product_type":"\#(product)"}"#
    }

    /// Two samples of steps that do not overlap, 100 and 70, of which only the second counts, or both.
    private static func hides(_ sentence: String, _ first: String, _ second: String) -> TruthCase {
        let samples = [steps(101, "10:00", 100, first), steps(102, "12:00", 70, second)]
        return TruthCase(sentence, TruthCase.uploads(samples), .total(day, 70))
    }

    private static func both(_ sentence: String, _ first: String, _ second: String) -> TruthCase {
        let samples = [steps(101, "10:00", 100, first), steps(102, "12:00", 70, second)]
        return TruthCase(sentence, TruthCase.uploads(samples), .total(day, 170))
    }

    static let versions = [
        hides("the greater version counts", sync("1"), sync("2")),
        TruthCase(
            "the greater version counts, though it starts first and has the greater id",
            TruthCase.uploads([steps(102, "10:00", 100, sync("2")), steps(101, "12:00", 70, sync("1"))]),
            .total(day, 100)
        ),
        hides("versions are compared as numbers", sync("9"), sync("10")),
        hides("a text that is a number is a version", sync(#""9""#), sync(#""10""#)),
        hides("a version may have a fraction", sync("2"), sync("2.5")),
        hides("versions are compared exactly", sync("9007199254740992"), sync("9007199254740993")),
        hides("a text that is no number is 0", sync(#""v9""#), sync("0.5")),
        hides("no version is 0", sync("-1"), sync(nil)),
        hides("a version of the sample's own is none of its identifier", sync("1") + #","version":9"#, sync("2")),
        hides("of equal versions the latest start counts", sync("3"), sync("3")),
        TruthCase(
            "of equal versions the latest start counts, though it has the greater id",
            TruthCase.uploads([steps(102, "12:00", 100, sync()), steps(101, "10:00", 70, sync())]),
            .total(day, 100)
        ),
        TruthCase(
            "of equal versions and starts the least id counts",
            TruthCase.uploads([steps(102, "10:00", 150, sync()), steps(101, "10:00", 100, sync())]),
            .total(day, 100)
        ),
        TruthCase(
            "of three the greatest version counts",
            TruthCase.uploads([
                steps(101, "10:00", 100, sync("1")), steps(102, "11:00", 50, sync("3")),
                steps(103, "12:00", 70, sync("2")),
            ]),
            .total(day, 50)
        ),
    ]

    @Test(arguments: versions) func `of one sync identifier the greatest version counts`(one: TruthCase) throws {
        try one.check()
    }

    static let identifiers = [
        both("other identifiers are apart", sync("1", #""k""#), sync("2", #""K""#)),
        both("without identifiers all are apart", "", sync("2")),
        both("an empty text is no identifier", sync("1", "\"\""), sync("2", "\"\"")),
        both("a number is no identifier", sync("1", "7"), sync("2", "7")),
        both("0 is no identifier", sync("1", "0"), sync("2", "0")),
        both("null is no identifier", sync("1", "null"), sync("2", "null")),
        both("other sources are apart", sync("1") + source("a"), sync("2") + source("b")),
        both("a source and none are apart", sync("1"), sync("2") + source("b")),
        hides("one source with other products is one", sync("1") + source("a"), sync("2") + source("a", "Watch6,2")),
        hides("other devices are not apart", sync("1") + #","device":{"name":"d"}"#, sync("2")),
        TruthCase(
            "other types are apart",
            TruthCase.uploads([
                steps(101, "10:00", 100, sync("1")), sample(102, "FlightsClimbed", "10:00", "7", "count", sync("2")),
            ]),
            .total(day, 100),
            .total("flightsClimbed/2024-01-05", 7)
        ),
        TruthCase(
            "other UTC days are apart",
            TruthCase.uploads([steps(101, "23:40", 100, sync("1")), steps(102, "06T00:10", 70, sync("2"))]),
            .total(day, 100),
            .total("steps/2024-01-06", 70)
        ),
        TruthCase(
            "the first and the last instant of a UTC day are not apart",
            TruthCase.uploads([steps(101, "00:00", 100, sync("1")), steps(102, "23:50", 70, sync("2"))]),
            .total(day, 70)
        ),
        TruthCase(
            "a sample that lasts longer than a day is not apart",
            TruthCase.uploads([
                sample(101, "StepCount", "00:00", to: "06T12:00", "36", "count", sync("1")),
                steps(102, "12:00", 70, sync("2")),
            ]),
            .total(day, 70),
            .isGone("steps/2024-01-06")
        ),
        TruthCase(
            "workouts with one sync identifier are two",
            TruthCase.uploads([
                workout(1, "10:00", "11:00", sync("1")), workout(2, "12:00", "13:00", sync("2")),
            ]),
            .listed("workouts/\(Line.id(1))", []),
            .listed("workouts/\(Line.id(2))", [])
        ),
    ]

    @Test(arguments: identifiers)
    func `a sync identifier is a text, of samples of one type, source and UTC day`(one: TruthCase) throws {
        try one.check()
    }

    static let hidden = [
        TruthCase(
            "a category counts in the greatest version",
            TruthCase.uploads([mindful(101, "10:00", 0, sync("1")), mindful(102, "11:00", 0, sync("2"))]),
            .listed("mindfulness/2024-01-05", [102])
        ),
        TruthCase(
            "a night has the greatest version of its samples",
            TruthCase.uploads([sleep(101, "22:00", "23:00", sync("1")), sleep(102, "22:00", "23:30", sync("2"))]),
            .nights([[102]])
        ),
        TruthCase(
            "what does not show makes no night of its own",
            TruthCase.uploads([sleep(101, "02:00", "03:00", sync("1")), sleep(102, "20:00", "21:00", sync("2"))]),
            .nights([[102]])
        ),
        TruthCase(
            "what does not show joins no nights",
            TruthCase.uploads([
                sleep(101, "01:00", "02:00"), sleep(102, "02:30", "03:30", sync("1")), sleep(103, "04:00", "05:00"),
                sleep(104, "20:00", "21:00", sync("2")),
            ]),
            .nights([[101], [103], [104]])
        ),
        TruthCase(
            "an hour without what shows has no document",
            TruthCase.uploads([rate(101, "10:10", 60, sync("1")), rate(102, "12:10", 70, sync("2"))]),
            .isGone(heart),
            .listed(noon, [102]),
            .summary("2024-01-05", "HKQuantityTypeIdentifierHeartRate", 70)
        ),
        TruthCase(
            "what does not show covers no other source",
            TruthCase.uploads([
                steps(101, "10:00", 640, sync("1") + source("w", "Watch6,2")),
                steps(102, "12:00", 50, sync("2") + source("w", "Watch6,2")),
                steps(103, "10:00", 600, source("p", "iPhone14,2")),
            ]),
            .total(day, 650)
        ),
        TruthCase(
            "what shows after a deletion",
            TruthCase.uploads(
                [steps(101, "10:00", 100, sync("1")), steps(102, "12:00", 70, sync("2"))],
                deleted: [102]
            ),
            .total(day, 100)
        ),
        TruthCase(
            "a deletion of what does not show changes nothing",
            TruthCase.uploads(
                [steps(101, "10:00", 100, sync("1")), steps(102, "12:00", 70, sync("2"))],
                deleted: [101]
            ),
            .total(day, 70)
        ),
        TruthCase(
            "what does not show by its identifier hides no twin",
            TruthCase.uploads([
                steps(101, "10:00", 100, sync("1")), steps(102, "12:00", 70, sync("2")), steps(103, "10:00", 100),
            ]),
            .total(day, 170)
        ),
        TruthCase(
            "what shows again by its identifier hides its twin",
            TruthCase.uploads(
                [steps(101, "10:00", 100, sync("1")), steps(102, "12:00", 70, sync("2")), steps(103, "10:00", 100)],
                deleted: [102]
            ),
            .total(day, 100)
        ),
        TruthCase(
            "a twin of what counts by its identifier is hidden by the lesser id",
            TruthCase.uploads([
                rate(102, "10:10", 60, sync("1")), rate(103, "10:10", 60, sync("2")), rate(101, "10:10", 60),
            ]),
            .listed(heart, [101])
        ),
        TruthCase(
            "a copy with another identifier leaves its group",
            TruthCase.uploads([
                steps(101, "10:00", 100, sync("1")), steps(102, "12:00", 70, sync("2")),
                steps(102, "12:00", 70, sync("3", #""other""#)),
            ]),
            .total(day, 170)
        ),
    ]

    @Test(arguments: hidden)
    func `what does not show counts for no document, and may show later`(one: TruthCase) throws {
        try one.check()
    }

    @Test func `many versions of one measurement are one, in every commit`() {
        var journey = Journey()
        for version in 1...12 {
            let sample = Self.steps(100 + version, "10:00", version, Self.sync("\(version)"))
            journey.commit(Line.upload(Self.now, [sample]))
            let document = journey.documents[Self.day]
            #expect(document?.contains("\"quantity\":\(version),") == true, "\(document ?? "none")")
        }
        #expect(journey.accounting.new == 12)
        journey.commit(Line.upload(Self.now, [], deleted: Array(105...112)))
        #expect(journey.documents[Self.day]?.contains("\"quantity\":4,") == true)
    }
}

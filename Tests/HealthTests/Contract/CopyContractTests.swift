import Testing
import Vocabulary

/// What is one sample, and which of its copies counts.
@Suite struct CopyContractTests {
    private static let day = "steps/2024-01-05"
    private static let nextDay = "steps/2024-01-06"

    /// Steps from `05T10:00` in January to nine minutes later, or to another end.
    private static func steps(
        _ number: Int,
        _ start: String,
        to end: String? = nil,
        _ value: Int,
        of type: String = "StepCount",
        _ more: String = ""
    ) -> String {
        Line.quantity(
            number,
            of: type,
            "2024-01-\(start):00Z",
            to: "2024-01-\(end ?? String(start.dropLast()) + "9"):00Z",
            "\(value)",
            "count",
            more: more
        )
    }

    /// A heart rate at a number of seconds since 2001.
    private static func rate(_ number: Int, at start: String) -> String {
        let type = "HKQuantityTypeIdentifierHeartRate"
        return #"{"id":"\#(Line.id(number))","type":"\#(type)","start_date":\#(start),"value":60,"unit":"count/min"}"#
    }

    private static func mindful(_ number: Int, _ start: String, _ end: String, _ value: Int = 0) -> String {
        let type = "HKCategoryTypeIdentifierMindfulSession"
        return Line.sample(number, type, "2024-01-\(start):00Z", "2024-01-\(end):00Z", "\"value\":\(value)")
    }

    static let identities = [
        TruthCase(
            "a copy that starts at another hour of the UTC day is the same sample",
            TruthCase.uploads([steps(101, "05T10:00", 5), steps(101, "05T14:00", 7)]),
            .total(day, 5),
            .summary("2024-01-05", "HKQuantityTypeIdentifierStepCount", 5)
        ),
        TruthCase(
            "a copy that starts at another hour and has the greater version counts",
            TruthCase.uploads([steps(101, "05T10:00", 5), steps(101, "05T14:00", 7, #","version":1"#)]),
            .total(day, 7)
        ),
        TruthCase(
            "copies from the first to the last instant of the UTC day are one sample",
            TruthCase.uploads([
                steps(101, "05T00:00", 5), steps(101, "05T12:00", 6, #","version":1"#),
                steps(101, "05T23:50", 7, #","version":2"#),
            ]),
            .total(day, 7)
        ),
        TruthCase(
            "a copy that starts on the next UTC day is another sample",
            TruthCase.uploads([steps(101, "05T23:40", 5), steps(101, "06T00:10", 7)]),
            .total(day, 5),
            .total(nextDay, 7)
        ),
        TruthCase(
            "the UTC day is that of the start as it came, not of the rounded one",
            TruthCase.uploads([rate(101, at: "726191999.9997"), rate(101, at: "726192000")]),
            .listed("heart/2024-01-05T23Z", [101]),
            .listed("heart/2024-01-06T00Z", [101])
        ),
        TruthCase(
            "starts that round to two milliseconds of one day are one sample",
            TruthCase.uploads([rate(101, at: "726142200.0004"), rate(101, at: "726142200.0006")]),
            .listed("heart/2024-01-05T10Z", [101])
        ),
        TruthCase(
            "a sample of another type with the same id and start is another sample",
            TruthCase.uploads([steps(101, "05T10:00", 5), steps(101, "05T10:00", 7, of: "FlightsClimbed")]),
            .total(day, 5),
            .total("flightsClimbed/2024-01-05", 7)
        ),
        TruthCase(
            "a copy that lasts longer than a day is the same sample",
            TruthCase.uploads([
                steps(101, "05T10:00", 5), steps(101, "05T14:00", to: "06T16:00", 26, #","version":1"#),
            ]),
            .total(day, 10),
            .total(nextDay, 16)
        ),
        TruthCase(
            "of two copies that last longer than a day the greater version counts",
            TruthCase.uploads([
                steps(101, "05T14:00", to: "06T16:00", 26, #","version":1"#),
                steps(101, "05T02:00", to: "06T06:00", 28, #","version":2"#),
            ]),
            .total(day, 22),
            .total(nextDay, 6)
        ),
        TruthCase(
            "a category that starts at another hour is one sample",
            TruthCase.uploads([mindful(101, "05T10:00", "05T10:10"), mindful(101, "05T22:00", "05T22:10")]),
            .listed("mindfulness/2024-01-05", [101])
        ),
        TruthCase(
            "sleep that starts at another hour is one sample, of one night",
            TruthCase.uploads([
                Line.sleep(101, "2024-01-05T01:00Z", "2024-01-05T06:00Z", 3, source: "A"),
                Line.sleep(101, "2024-01-05T22:00Z", "2024-01-05T23:00Z", 3, source: "A"),
            ]),
            .nights([[101]])
        ),
        TruthCase(
            "a workout on another day is the same workout",
            TruthCase.uploads([
                Line.workout(1, "2024-01-02T10:00Z", "2024-01-02T11:00Z", version: 1),
                Line.workout(1, "2024-01-05T10:00Z", "2024-01-05T11:00Z", version: 2),
            ]),
            .start("workouts/\(Line.id(1))", 726_141_600)
        ),
        TruthCase(
            "a deletion names the id, and so all samples of it",
            TruthCase.uploads(
                [
                    steps(101, "05T10:00", 5), steps(101, "06T10:00", 7),
                    steps(101, "05T10:00", 9, of: "FlightsClimbed"),
                ],
                deleted: [101]
            ),
            .isGone(day),
            .isGone(nextDay),
            .isGone("flightsClimbed/2024-01-05")
        ),
    ]

    @Test(arguments: identities) func `a sample is known by its id, its type and its UTC day`(one: TruthCase) throws {
        try one.check()
    }

    @Test(.enabled(if: ZoneFiles.areInstalled))
    func `the day that tells samples apart is the one in UTC, whatever the local days are`() throws {
        // The second copy starts on the sixth in Tokyo; then the two are on two days in UTC and on one in Tokyo.
        let now = "2024-01-07T12:00:00Z"
        let oneDay = [Self.steps(101, "05T10:00", 5), Self.steps(101, "05T16:00", 7)]
        try TruthCase(
            "one day in UTC",
            oneDay.map { Line.upload(in: "Asia/Tokyo", now, [$0]) },
            .total(Self.day, 5),
            .isGone(Self.nextDay)
        ).check()
        let twoDays = [Self.steps(101, "05T16:00", 5), Self.steps(101, "06T10:00", 7)]
        try TruthCase(
            "two days in UTC",
            twoDays.map { Line.upload(in: "Asia/Tokyo", now, [$0]) },
            .isGone(Self.day),
            .total(Self.nextDay, 12)
        ).check()
    }

    /// Two copies of one sample of steps; the one that counts has the value 7, so that its encoding sorts last.
    private static func copies(_ sentence: String, _ counts: String, _ yields: String = "") -> TruthCase {
        let uploads = TruthCase.uploads([steps(101, "05T10:00", 7, counts), steps(101, "05T10:00", 5, yields)])
        return TruthCase(sentence, uploads, .total(day, 7))
    }

    /// Two copies of one sample of steps that say as much, so that the one with the lesser value counts.
    private static func equal(_ sentence: String, _ greater: String, _ lesser: String = "") -> TruthCase {
        let uploads = TruthCase.uploads([steps(101, "05T10:00", 7, greater), steps(101, "05T10:00", 5, lesser)])
        return TruthCase(sentence, uploads, .total(day, 5))
    }

    static let richer = [
        copies("the greater version counts, though the other says more", #","version":1"#, #","metadata":{"a":1}"#),
        copies(
            "the greater version of the metadata counts, though the other says more",
            #","metadata":{"HKMetadataKeySyncVersion":2}"#,
            #","metadata":{"HKMetadataKeySyncVersion":1,"a":1},"source":{"name":"s"}"#
        ),
        copies("the copy with a source says more", #","source":{"name":"s"}"#),
        copies(
            "the copy with the product says more",
            #","source":{"name":"s","product_type":"Watch6,2"}"#,
            #","source":{"name":"s"}"#
        ),
        copies("the copy with a device says more", #","device":{"model":"iPhone"}"#, #","device":{}"#),
        copies("the copy with metadata says more", #","metadata":{"a":"b"}"#),
        copies("the copy with a zone says more", #","metadata":{"HKTimeZone":"UTC"}"#),
        copies("the copy with a zone beside the metadata says more", #","time_zone":"+00:00""#),
        copies("the copy that names a workout says more", #","workout_id":"\#(Line.id(9))""#),
        copies("the copy with a count says more", #","count":3"#),
        copies("the copy with bounds says more", #","count":2,"minimum":3,"maximum":4"#, #","count":9"#),
        copies(
            "two values of metadata are more than one list",
            #","metadata":{"a":1,"b":2}"#,
            #","metadata":{"a":[1,2,3,{"b":[4,5]}]}"#
        ),
        equal("a version is no value", #","version":0"#),
        equal("a list of metadata is one value", #","metadata":{"a":[1,2,3]}"#, #","metadata":{"a":1}"#),
        equal("an object of metadata is one value", #","metadata":{"a":{"b":1,"c":2}}"#, #","metadata":{"a":1}"#),
        equal(
            "a quantity of metadata is one value",
            #","metadata":{"a":{"value":1,"unit":"m"}}"#,
            #","metadata":{"a":1}"#
        ),
        equal("null is no value", #","source":{"name":null},"device":null,"metadata":{"a":null}"#),
        equal("an empty object is no value", #","source":{},"device":{},"metadata":{}"#),
        equal("an unknown field is no value", #","mood":"good","source":{"vendor":"v"}"#),
        equal("a count of one is no value, and its bounds are none", #","count":1,"minimum":7,"maximum":7"#),
        equal("an unknown zone is no value", #","time_zone":"Nowhere/There""#),
    ]

    @Test(arguments: richer) func `of two copies of one version the one that says more counts`(one: TruthCase) throws {
        try one.check()
    }

    /// Copies of samples with values at depth.
    static let nested = [
        TruthCase(
            "the correlation with more members counts, whatever its members are",
            TruthCase.uploads([food([water(201)]), food([water(202), water(203)])]),
            .listed("nutrition/2024-01-05", [101, 202, 203])
        ),
        TruthCase(
            "the correlation whose member says more counts",
            TruthCase.uploads([food([water(201)]), food([water(202, #","metadata":{"a":1}"#)])]),
            .listed("nutrition/2024-01-05", [101, 202])
        ),
        TruthCase(
            "the workout with more events counts",
            TruthCase.uploads([run("11:00", ""), run("12:00", #","events":[{"type":7,"start_date":726142000}]"#)]),
            .start("workouts/\(Line.id(1))", 726_148_800)
        ),
        TruthCase(
            "the workout with more statistics counts",
            TruthCase.uploads([run("11:00", #","duration":60"#), run("12:00", statistics)]),
            .start("workouts/\(Line.id(1))", 726_148_800)
        ),
        TruthCase(
            "the workout that starts first counts where both say as much",
            TruthCase.uploads([run("11:00", #","duration":60"#), run("12:00", #","metadata":{"a":[1,2,3]}"#)]),
            .start("workouts/\(Line.id(1))", 726_145_200)
        ),
        TruthCase(
            "of three copies the one that says most counts",
            TruthCase.uploads([
                steps(101, "05T10:00", 5), steps(101, "05T11:00", 6, #","metadata":{"a":1}"#),
                steps(101, "05T12:00", 7, #","metadata":{"a":1,"b":2}"#),
            ]),
            .total(day, 7)
        ),
    ]

    private static let statistics =
        #","statistics":{"HKQuantityTypeIdentifierHeartRate":{"minimum":60,"maximum":90,"unit":"count/min"}}"#

    private static func run(_ start: String, _ more: String) -> String {
        let fields = "\"workout_activity_type\":37\(more)"
        return Line.sample(1, "HKWorkoutTypeIdentifier", "2024-01-05T\(start)Z", "2024-01-05T13:00Z", fields)
    }

    private static func water(_ number: Int, _ more: String = "") -> String {
        Line.quantity(number, of: "DietaryWater", "2024-01-05T10:00Z", "5", "mL", more: more)
    }

    private static func food(_ members: [String]) -> String {
        let (type, noon) = ("HKCorrelationTypeIdentifierFood", "2024-01-05T10:00Z")
        return Line.sample(101, type, noon, noon, "\"objects\":[\(members.joined(separator: ","))]")
    }

    @Test(arguments: nested) func `a copy says more by its values at any depth`(one: TruthCase) throws {
        try one.check()
    }

    @Test(arguments: [[0, 1], [1, 0]])
    func `a copy that loses is a duplicate, and one that wins has replaced`(order: [Int]) {
        let copies = [Self.steps(101, "05T10:00", 5), Self.steps(101, "05T14:00", 7, #","metadata":{"a":1}"#)]
        var journey = Journey()
        for index in order { journey.commit(Line.upload("2024-01-07T12:00:00Z", [copies[index]])) }
        let accounting = journey.accounting
        #expect(accounting.new == 1)
        #expect(accounting.replaced == (order == [0, 1] ? 1 : 0))
        #expect(accounting.duplicates == (order == [0, 1] ? 0 : 1))
    }
}

import Testing
import Vocabulary

/// A measurement that comes under several ids and agrees in all that was measured counts once.
@Suite struct TwinContractTests {
    private static let day = "steps/2024-01-05"
    private static let (heart, mindfulness) = ("heart/2024-01-05T10Z", "mindfulness/2024-01-05")
    private static let nutrition = "nutrition/2024-01-05"
    private static let heartRate = "HKQuantityTypeIdentifierHeartRate"
    private static let (first, second) = ("workouts/\(Line.id(1))", "workouts/\(Line.id(2))")

    /// A sample of the fifth of January, of a moment or to ten minutes after the hour.
    private static func sample(
        _ number: Int,
        _ type: String,
        _ value: String,
        _ unit: String,
        lasts: Bool = true,
        _ more: String = ""
    ) -> String {
        let (start, end) = ("2024-01-05T10:00:00Z", "2024-01-05T10:10:00Z")
        return Line.quantity(number, of: type, start, to: lasts ? end : nil, value, unit, more: more)
    }

    private static func steps(_ number: Int, _ value: Int = 100, lasts: Bool = true, _ more: String = "") -> String {
        sample(number, "StepCount", "\(value)", "count", lasts: lasts, more)
    }

    /// A heart rate of the moment in which the samples above begin.
    private static func rate(_ number: Int, _ value: String = "60", _ more: String = "") -> String {
        sample(number, "HeartRate", value, "count/min", lasts: false, more)
    }

    /// A heart rate with bounds in seconds since 2001.
    private static func rate(_ number: Int, from start: String, to end: String) -> String {
        let fields = #""value":60,"unit":"count/min","start_date":\#(start),"end_date":\#(end)"#
        return #"{"id":"\#(Line.id(number))","type":"\#(heartRate)",\#(fields)}"#
    }

    private static func mindful(_ number: Int, _ value: Int = 0, _ more: String = "") -> String {
        let (start, end) = ("2024-01-05T10:00:00Z", "2024-01-05T10:10:00Z")
        let type = "HKCategoryTypeIdentifierMindfulSession"
        return Line.sample(number, type, start, end, "\"value\":\(value)\(more)")
    }

    private static func source(_ name: String, _ more: String = "") -> String {
        #","source":{"name":"\#(name)"\#(more)}"#
    }

    static let twins = [
        TruthCase(
            "points of a discrete type",
            TruthCase.uploads([rate(102), rate(101), rate(103)]),
            .listed(heart, [101])
        ),
        TruthCase("steps of one time", TruthCase.uploads([steps(102), steps(101)]), .total(day, 100)),
        TruthCase("categories", TruthCase.uploads([mindful(101), mindful(102)]), .listed(mindfulness, [101])),
        TruthCase(
            "sleep",
            TruthCase.uploads([
                Line.sleep(102, "2024-01-05T01:00Z", "2024-01-05T06:00Z", 3, source: "A"),
                Line.sleep(101, "2024-01-05T01:00Z", "2024-01-05T06:00Z", 3, source: "A"),
            ]),
            .nights([[101]])
        ),
        TruthCase(
            "values in other units that are equal",
            TruthCase.uploads([
                sample(101, "DistanceWalkingRunning", "0.5", "km"), sample(102, "DistanceWalkingRunning", "500", "m"),
            ]),
            .total("distance/2024-01-05", 500)
        ),
        TruthCase(
            "metadata and devices may differ",
            TruthCase.uploads([
                rate(101, "60", #","device":{"name":"d"}"#), rate(102, "60", #","metadata":{"a":1,"b":2}"#),
            ]),
            .listed(heart, [101])
        ),
        TruthCase(
            "versions may differ",
            TruthCase.uploads([rate(101, "60", #","version":1"#), rate(102, "60", #","version":2"#)]),
            .listed(heart, [101])
        ),
        TruthCase(
            "the source's version and product may differ",
            TruthCase.uploads([
                rate(101, "60", source("a", #","version":"1","product_type":"Watch6,2""#)),
                rate(102, "60", source("a", #","version":"2""#)),
            ]),
            .listed(heart, [101])
        ),
        TruthCase(
            "bounds may differ below a millisecond",
            TruthCase.uploads([
                rate(101, from: "726141600.0001", to: "726141660.0004"),
                rate(102, from: "726141600.0004", to: "726141660.0001"),
            ]),
            .listed(heart, [101])
        ),
        TruthCase(
            "condensed samples with equal bounds",
            TruthCase.uploads([condensed(101, 3, 50, 70), condensed(102, 3, 50, 70)]),
            .listed(heart, [101, 101, 101])
        ),
        TruthCase(
            "a count of one is as none",
            TruthCase.uploads([rate(101, "60", #","count":1"#), rate(102)]),
            .listed(heart, [101])
        ),
        TruthCase(
            "samples that last longer than a day",
            TruthCase.uploads([101, 102].map { Line.steps($0, "2024-01-05T10:00Z", "2024-01-06T22:00Z", 36) }),
            .total(day, 14),
            .total("steps/2024-01-06", 22)
        ),
        TruthCase(
            "an average is that of the measurements",
            TruthCase.uploads([rate(101), rate(102), rate(103, from: "726142200", to: "726142200"), high]),
            .summary("2024-01-05", heartRate, 70)
        ),
    ]

    /// A heart rate of 90 beats, beside two of 60.
    private static let high = Line.rate(104, "2024-01-05T10:30:00Z", "90")

    /// A condensed heart rate of 60 beats.
    private static func condensed(_ number: Int, _ count: Int, _ least: Int, _ greatest: Int) -> String {
        rate(number, "60", #","count":\#(count),"minimum":\#(least),"maximum":\#(greatest)"#)
    }

    @Test(arguments: twins)
    func `what agrees in all that was measured is one, under the least id`(one: TruthCase) throws {
        try one.check()
    }

    static let apart = [
        TruthCase("other values", TruthCase.uploads([rate(101), rate(102, "61")]), .listed(heart, [101, 102])),
        TruthCase(
            "other codes",
            TruthCase.uploads([mindful(101), mindful(102, 1)]),
            .listed(mindfulness, [101, 102])
        ),
        TruthCase(
            "codes that are one double",
            TruthCase.uploads([mindful(101, .max), mindful(102, .max - 1)]),
            .listed(mindfulness, [101, 102])
        ),
        TruthCase(
            "another start",
            TruthCase.uploads([
                rate(101, from: "726141600", to: "726141660"), rate(102, from: "726141600.001", to: "726141660"),
            ]),
            .listed(heart, [101, 102])
        ),
        TruthCase(
            "another end",
            TruthCase.uploads([
                rate(101, from: "726141600", to: "726141660"), rate(102, from: "726141600", to: "726141660.001"),
            ]),
            .listed(heart, [101, 102])
        ),
        TruthCase(
            "one millisecond of two UTC days",
            TruthCase.uploads([
                rate(101, from: "726191999.9997", to: "726192000"), rate(102, from: "726192000", to: "726192000"),
            ]),
            .listed("heart/2024-01-05T23Z", [101]),
            .listed("heart/2024-01-06T00Z", [102])
        ),
        TruthCase(
            "other sources",
            TruthCase.uploads([rate(101, "60", source("a")), rate(102, "60", source("b")), rate(103)]),
            .listed(heart, [101, 102, 103])
        ),
        TruthCase(
            "a bundle identifier and a name are two sources",
            TruthCase.uploads([
                rate(101, "60", source("a")), rate(102, "60", source("a", #","bundle_identifier":"b""#)),
            ]),
            .listed(heart, [101, 102])
        ),
        TruthCase(
            "another type",
            TruthCase.uploads([rate(101), sample(102, "RestingHeartRate", "60", "count/min", lasts: false)]),
            .listed(heart, [101, 102])
        ),
        TruthCase("a count", TruthCase.uploads([rate(101), counted(102, 2)]), .listed(heart, [101, 102])),
        TruthCase("another count", TruthCase.uploads([counted(101, 3), counted(102, 2)]), .listed(heart, [101, 102])),
        TruthCase(
            "another minimum",
            TruthCase.uploads([condensed(101, 3, 50, 70), condensed(102, 3, 51, 70)]),
            .listed(heart, [101, 101, 101, 102, 102, 102])
        ),
        TruthCase(
            "another maximum",
            TruthCase.uploads([condensed(101, 3, 50, 70), condensed(102, 3, 50, 71)]),
            .listed(heart, [101, 101, 101, 102, 102, 102])
        ),
        TruthCase(
            "a minimum and none",
            TruthCase.uploads([counted(101, 3), rate(102, "60", #","count":3,"minimum":50"#)]),
            .listed(heart, [101, 102, 102])
        ),
        TruthCase(
            "points of a cumulative type count each",
            TruthCase.uploads([steps(101, lasts: false), steps(102, lasts: false)]),
            .total(day, 200)
        ),
        TruthCase(
            "glasses of water count each",
            TruthCase.uploads([101, 102].map { sample($0, "DietaryWater", "200", "mL", lasts: false) }),
            .listed(nutrition, [101, 102]),
            .summary("2024-01-05", "HKQuantityTypeIdentifierDietaryWater", 400)
        ),
        TruthCase(
            "foods of one meal with equal energy count each",
            TruthCase.uploads([101, 102].map { sample($0, "DietaryEnergyConsumed", "120", "kcal") }),
            .listed(nutrition, [101, 102]),
            .summary("2024-01-05", "HKQuantityTypeIdentifierDietaryEnergyConsumed", 240)
        ),
        TruthCase(
            "samples of other kinds count each",
            TruthCase.uploads([101, 102].map { Line.sample($0, "HKDataTypeStateOfMind", instant, instant, mood) }),
            .listed("stateOfMind/2024-01-05", [101, 102])
        ),
    ]

    private static let (instant, mood) = ("2024-01-05T10:00:00Z", #""kind":1,"valence":0.5"#)

    private static func counted(_ number: Int, _ count: Int) -> String { rate(number, "60", #","count":\#(count)"#) }

    @Test(arguments: apart) func `what differs in what was measured counts each`(one: TruthCase) throws {
        try one.check()
    }

    /// A workout of an hour from noon on, or from one o'clock on: no sample above lies in it.
    private static func run(_ number: Int, _ more: String = "") -> String {
        let (start, end) = ("2024-01-05T1\(number + 1):00:00Z", "2024-01-05T1\(number + 2):00:00Z")
        return Line.sample(number, "HKWorkoutTypeIdentifier", start, end, "\"workout_activity_type\":37\(more)")
    }

    private static func naming(_ workout: Int) -> String { #","workout_id":"\#(Line.id(workout))""# }

    static let shown = [
        TruthCase(
            "a deletion of the one that shows shows the other",
            TruthCase.uploads([rate(101), rate(102)], deleted: [101]),
            .listed(heart, [102])
        ),
        TruthCase(
            "after a deletion one of those on both sides of a full hour shows",
            TruthCase.uploads(
                [
                    rate(101, from: "726141600", to: "726141660"), rate(102, from: "726141600", to: "726141660"),
                    rate(103, from: "726141599.9997", to: "726141660"),
                ],
                deleted: [101]
            ),
            .listed(heart, [102]),
            .isGone("heart/2024-01-05T09Z")
        ),
        TruthCase(
            "of those whose lengths differ by less than a millisecond, about a day, one shows",
            TruthCase.uploads([
                rate(102, from: "726142212", to: "726142212"), rate(103, from: "726142212", to: "726228612"),
                rate(101, from: "726142212", to: "726228612.0003"),
            ]),
            .listed(heart, [101, 102])
        ),
        TruthCase(
            "a deletion of one that does not show changes nothing",
            TruthCase.uploads([rate(101), rate(102)], deleted: [102]),
            .listed(heart, [101])
        ),
        TruthCase(
            "a copy with another value is a twin no more",
            TruthCase.uploads([rate(101), rate(102), rate(101, "61", #","version":1"#)]),
            .listed(heart, [101, 102])
        ),
        TruthCase(
            "a copy that becomes a twin hides the other",
            TruthCase.uploads([rate(101, "61"), rate(102), rate(101, "60", #","version":1"#)]),
            .listed(heart, [101])
        ),
        TruthCase(
            "it belongs to the workout that another of them names",
            TruthCase.uploads([run(1), rate(101), rate(102, "60", naming(1))]),
            .listed(first, [101]),
            .listed(heart, [101])
        ),
        TruthCase(
            "it belongs to all workouts that any of them names",
            TruthCase.uploads([run(1), run(2), rate(101, "60", naming(1)), rate(102, "60", naming(2))]),
            .listed(first, [101]),
            .listed(second, [101])
        ),
        TruthCase(
            "a category belongs to the workout that another of them names",
            TruthCase.uploads([run(1), mindful(101), mindful(102, 0, naming(1))]),
            .listed(first, [101])
        ),
        TruthCase(
            "after a deletion it belongs to the workouts that the others name",
            TruthCase.uploads(
                [run(1), run(2), rate(101, "60", naming(1)), rate(102, "60", naming(2))],
                deleted: [101]
            ),
            .listed(first, []),
            .listed(second, [102])
        ),
        TruthCase(
            "what a deletion takes away names no workout",
            TruthCase.uploads(
                [run(1), run(2), rate(101, "60", naming(1)), rate(102, "60", naming(2))],
                deleted: [102]
            ),
            .listed(first, [101]),
            .listed(second, [])
        ),
    ]

    @Test(arguments: shown) func `the one that shows stands for all of them`(one: TruthCase) throws {
        try one.check()
    }

    @Test func `a workout whose samples come again under a new workout keeps them, and so does the new one`() {
        let times = (0..<5).map { "2024-01-05T12:\($0)0:00Z" }
        func written(_ workout: Int, _ numbers: [Int]) -> String {
            let rates = zip(numbers, times).map { Line.rate($0, $1, "60", more: Self.naming(workout)) }
            return Line.upload("2024-01-07T12:00:00Z", [Self.run(workout)] + rates)
        }
        // Each workout has some of the lesser ids.
        let uploads = [written(1, [101, 104, 105, 108, 109]), written(2, [102, 103, 106, 107, 110])]
        for order in [uploads, Array(uploads.reversed())] {
            var journey = Journey()
            for upload in order { journey.commit(upload) }
            for id in [Self.first, Self.second] {
                let listed = (journey.documents[id] ?? "").matches(of: /"id":"00000000-0000-4000-8000-0*1[0-9]{2}"/)
                #expect(listed.count == 5, "\(id): \(journey.documents[id] ?? "none")")
            }
            #expect(journey.accounting.new == 12)
        }
    }
}

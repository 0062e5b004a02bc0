import Testing
import Vocabulary

/// A workout of an app shows what other sources measured, of each type that its own source did not measure.
@Suite struct BorrowingRuleTests {
    private static let collected = "2024-04-26T08:15:00Z"
    private static let document = "workouts/\(Line.id(1))"

    /// A workout of an app, or of another source, its bounds in minutes after ten o'clock.
    private static func workout(
        _ minutes: ClosedRange<Int> = 0...60,
        _ number: Int = 1,
        of source: String = "Hevy",
        more: String = ""
    ) -> String {
        let fields = #""workout_activity_type":37,"source":{"name":"\#(source)"}\#(more)"#
        return Line.sample(
            number,
            "HKWorkoutTypeIdentifier",
            time(minutes.lowerBound),
            time(minutes.upperBound),
            fields
        )
    }

    /// A sample of a source, whose name tells its product: `Watch A` is of a watch.
    private static func sample(
        _ number: Int,
        _ from: Int,
        to: Int? = nil,
        by source: String = "Watch",
        of type: String = "HeartRate",
        _ unit: String = "count/min",
        entered: Bool = false,
        naming workout: Int? = nil
    ) -> String {
        let product = String(source.split(separator: " ")[0])
        let origin = Line.Origin(
            source: source,
            product: product == "Watch" || product == "iPhone" ? product + "6,2" : nil,
            isUserEntered: entered
        )
        let name = workout.map { #","workout_id":"\#(Line.id($0))""# } ?? ""
        return Line.quantity(
            number,
            of: type,
            time(from),
            to: time(to ?? from),
            "\(number)",
            unit,
            from: origin,
            more: name
        )
    }

    private static func time(_ minute: Int) -> String {
        let (day, ofDay) = (25 + (600 + minute) / 1440, (600 + minute) % 1440)
        func padded(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
        return "2024-04-\(day)T\(padded(ofDay / 60)):\(padded(ofDay % 60)):00Z"
    }

    /// The numbers of the samples, from 100 on, that a workout shows.
    private static func shown(_ journey: borrowing Journey, in number: Int = 1) -> [Int] {
        let text = journey.documents["workouts/\(Line.id(number))"] ?? ""
        let ids = text.matches(of: /"id":"00000000-0000-4000-8000-0*([0-9]+)"/).compactMap { Int($0.1) }
        return Set(ids.filter { $0 >= 100 }).sorted()
    }

    @Test func `a workout of an app on the watch shows the heart rate of the watch`() throws {
        let rates = (0..<6).map { Self.sample(100 + $0 * 10, $0 * 10) }
        var journey = Journey()
        journey.commit(Line.upload(Self.collected, [Self.workout()] + rates))
        let document = try Tree(json: Array(#require(journey.documents[Self.document]).utf8))
        let data = document["data"]?.list.first?["data"]?["HKQuantityTypeIdentifierHeartRate"]?.list ?? []
        #expect(data.map { $0["type"]?.text } == ["average", "minimum", "maximum"])
        #expect(data.map { $0["value"]?["quantity"]?.number } == [125, 100, 150])
        #expect(Self.shown(journey) == [100, 110, 120, 130, 140, 150])
        // Both sources are the document's, and the samples say which is theirs.
        #expect(document["source"]?.list.count == 2)
    }

    /// What lies beside a workout of `Hevy` from minute 0 to 60, and which of it the workout shows.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var workout = BorrowingRuleTests.workout()
        let samples: [String]
        let shown: [Int]
    }

    static let cases = [
        Case(
            testDescription: "of two sources the better-ranked one lends, all that it has",
            samples: [sample(101, 10, by: "iPhone"), sample(102, 20), sample(103, 30, by: "Ring"), sample(104, 40)],
            shown: [102, 104]
        ),
        Case(
            testDescription: "of two sources of one class the lesser key lends",
            samples: [sample(101, 10, by: "Watch B"), sample(102, 20, by: "Watch A")],
            shown: [102]
        ),
        Case(
            testDescription: "a source lends what a person entered in it too",
            samples: [sample(101, 10), sample(102, 20, entered: true), sample(103, 30, by: "iPhone")],
            shown: [101, 102]
        ),
        Case(
            testDescription: "what a person entered ranks last",
            samples: [sample(101, 10, entered: true), sample(102, 20, by: "Ring")],
            shown: [102]
        ),
        Case(
            testDescription: "each type is borrowed for itself",
            samples: [
                sample(101, 10, by: "iPhone", of: "StepCount", "count"), sample(102, 20),
                sample(103, 30, by: "Hevy", of: "ActiveEnergyBurned", "kcal"),
                sample(104, 30, of: "ActiveEnergyBurned", "kcal"),
            ],
            shown: [101, 102, 103]
        ),
        Case(
            testDescription: "where there is one of its own nothing is borrowed",
            samples: [sample(101, 10, by: "Hevy"), sample(102, 20)],
            shown: [101]
        ),
        Case(
            testDescription: "one that names the workout is its own, of whatever source",
            samples: [sample(101, 10, by: "Ring", naming: 1), sample(102, 20)],
            shown: [101]
        ),
        Case(
            testDescription: "one that names another workout is not lent, and does not rank",
            samples: [sample(101, 10, naming: 2), sample(102, 20, by: "Ring")],
            shown: [102]
        ),
        Case(
            testDescription: "one of its own outside of it changes nothing",
            samples: [sample(101, 61, by: "Hevy"), sample(102, 20)],
            shown: [102]
        ),
        Case(
            testDescription: "a point at its start is lent, one at its end not",
            samples: [sample(101, 0), sample(102, 60)],
            shown: [101]
        ),
        Case(
            testDescription: "types that no workout collects are not lent",
            samples: [
                sample(101, 10, of: "BodyMass", "kg"), sample(102, 20, of: "Height", "cm"),
                sample(103, 30, of: "WalkingSpeed", "m/s"), sample(104, 30, of: "RunningPower", "W"),
                sample(105, 30, of: "RespiratoryRate", "count/min"), sample(106, 30, of: "FlightsClimbed", "count"),
                sample(107, 30, of: "WaterTemperature", "degC"),
                sample(108, 30, of: "DistanceCycling", "m"),
            ],
            shown: [104, 105, 106, 107, 108]
        ),
        Case(
            testDescription: "statistics keep no sample from being borrowed",
            workout: workout(
                more: #","statistics":{"HKQuantityTypeIdentifierHeartRate":{"average":90,"unit":"count/min"}}"#
            ),
            samples: [sample(101, 10)],
            shown: [101]
        ),
        Case(
            testDescription: "one of four times its length is lent, and a longer one neither is nor ranks",
            samples: [
                sample(101, -100, to: 140, by: "Ring"), sample(102, -101, to: 140), sample(103, 30, to: 500),
            ],
            shown: [101]
        ),
        Case(
            testDescription: "its own of four times its length belongs to it, a longer one does not",
            samples: [
                sample(101, -100, to: 140, by: "Hevy"), sample(102, -101, to: 140, by: "Hevy"),
                sample(103, 59, to: 300, by: "Hevy"),
            ],
            shown: [101]
        ),
        Case(
            testDescription: "a longer one that names it belongs to it",
            samples: [sample(101, -101, to: 140, by: "Hevy", naming: 1)],
            shown: [101]
        ),
        Case(
            testDescription: "a workout of a moment borrows nothing",
            workout: workout(10...10),
            samples: [sample(101, 10), sample(102, 5, to: 15)],
            shown: []
        ),
        Case(
            testDescription: "a long one of its own does not keep it from borrowing",
            samples: [sample(101, -101, to: 140, by: "Hevy"), sample(102, 20)],
            shown: [102]
        ),
    ]

    @Test(arguments: cases) func `what a workout borrows does not depend on what comes first`(one: Case) {
        var atOnce = Journey()
        atOnce.commit(Line.upload(Self.collected, [one.workout] + one.samples))
        #expect(atOnce.refusals.isEmpty)
        #expect(Self.shown(atOnce) == one.shown)
        for order in [[one.workout] + one.samples, one.samples.reversed() + [one.workout]] {
            var journey = Journey()
            for sample in order { journey.commit(Line.upload(Self.collected, [sample])) }
            #expect(journey.documents == atOnce.documents)
        }
        // Beside many workouts, which look through the samples of their days in order.
        let others = (0..<10).map { Self.workout(200 + $0 * 10...205 + $0 * 10, 10 + $0) }
        var many = Journey()
        many.commit(Line.upload(Self.collected, [one.workout] + others + one.samples))
        #expect(Self.shown(many) == one.shown)
    }

    @Test func `a workout borrows from when its own sample is deleted until one comes again`() {
        let rates = [Self.sample(101, 10), Self.sample(102, 20, by: "iPhone")]
        var journey = Journey()
        journey.commit(Line.upload(Self.collected, [Self.workout(), Self.sample(100, 5, by: "Hevy")] + rates))
        #expect(Self.shown(journey) == [100])
        journey.commit(Line.upload(Self.collected, [], deleted: [100]))
        #expect(Self.shown(journey) == [101])
        journey.commit(Line.upload(Self.collected, [], deleted: [101]))
        #expect(Self.shown(journey) == [102])
        journey.commit(Line.upload(Self.collected, [Self.sample(103, 30)]))
        #expect(Self.shown(journey) == [103])
        journey.commit(Line.upload(Self.collected, [Self.sample(104, 40, by: "Hevy")]))
        #expect(Self.shown(journey) == [104])
    }

    @Test func `an activity has what its workout borrows in its time, however long, and borrows nothing itself`() throws
    {
        func activity(_ number: Int, _ from: Int, _ to: Int) -> String {
            #"{"id":"\#(Line.id(number))","start_date":"\#(Self.time(from))","end_date":"\#(Self.time(to))"}"#
        }
        let activities = #","activities":[\#(activity(2, 0, 2)),\#(activity(3, 2, 30)),\#(activity(4, 40, 50))]"#
        // The sample is 60 times as long as the first activity; of its own source there is one in the second only.
        let samples = [
            Self.sample(101, -60, to: 60, of: "StepCount", "count"), Self.sample(102, 10, by: "Hevy"),
            Self.sample(103, 45),
        ]
        var journey = Journey()
        journey.commit(Line.upload(Self.collected, [Self.workout(more: activities)] + samples))
        let document = try Tree(json: Array(#require(journey.documents[Self.document]).utf8))
        let nested = document["data"]?.list.first?["nested_data"]
        let types = [2, 3, 4].map { number in
            let data = nested?["workoutActivity_\(Line.id(number))"]?.list.first?["data"]
            return ["StepCount", "HeartRate"].filter { data?["HKQuantityTypeIdentifier" + $0] != nil }
        }
        #expect(types == [["StepCount"], ["StepCount", "HeartRate"], ["StepCount"]])
    }

    @Test func `where more than eight workouts go on, of all sources, nothing is borrowed`() {
        let eight = (1...8).map { Self.workout(0...60, $0, of: $0 < 5 ? "Hevy" : "Strong") }
        let samples = [Self.sample(101, 10), Self.sample(102, 20, by: "Hevy", of: "StepCount", "count")]
        var journey = Journey()
        journey.commit(Line.upload(Self.collected, eight + samples))
        #expect(Self.shown(journey, in: 1) == [101, 102] && Self.shown(journey, in: 8) == [101, 102])
        // It is there when the first sample begins, and gone when the second does.
        journey.commit(Line.upload(Self.collected, [Self.workout(5...15, 9, of: "Watch")]))
        #expect(Self.shown(journey, in: 1) == [102] && Self.shown(journey, in: 8) == [102])
        // It is of the source of the sample: that is its own.
        #expect(Self.shown(journey, in: 9) == [101])
        journey.commit(Line.upload(Self.collected, [], deleted: [9]))
        #expect(Self.shown(journey, in: 1) == [101, 102] && Self.shown(journey, in: 8) == [101, 102])
    }

    @Test func `a ninth workout of a second source ends what eight of the first borrow, until it is deleted`() {
        var journey = Journey()
        let eight = (1...8).map { Self.workout(0...60, $0) }
        journey.commit(Line.upload(Self.collected, eight + [Self.sample(101, 10)]))
        #expect((1...8).allSatisfy { Self.shown(journey, in: $0) == [101] })
        journey.commit(Line.upload(Self.collected, [Self.workout(5...15, 9, of: "Strong")]))
        #expect((1...9).allSatisfy { Self.shown(journey, in: $0) == [] })
        journey.commit(Line.upload(Self.collected, [], deleted: [9]))
        #expect((1...8).allSatisfy { Self.shown(journey, in: $0) == [101] })
    }

    @Test func `what is borrowed grows with the upload, not with its square`() {
        let workouts = (1...150).map { Self.workout(0...60, $0, of: "App \($0)") }
        let samples = (200...350).map { Self.sample($0, 10, to: 11) }
        let upload = Line.upload(Self.collected, workouts + samples)
        var journey = Journey()
        journey.commit(upload)
        let bytes = journey.records.reduce(0) { $0 + ($1.value?.count ?? 0) }
        #expect(bytes < 8 * upload.utf8.count)
    }

    /// Uploads of one commit, and which of them the job of workouts names; nil: no workout changes.
    struct Cause: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let before: [String]
        let uploads: [(samples: [String], deleted: [Int])]
        let named: [Int]
    }

    static let causes = [
        Cause(
            testDescription: "who brings what is lent, and not who brings what is not",
            before: [workout()],
            uploads: [([sample(101, 10, by: "iPhone")], []), ([sample(102, 20)], [])],
            named: [2]
        ),
        Cause(
            testDescription: "who brings its own, and not who brings what it need not borrow",
            before: [workout(), sample(100, 5, by: "Hevy")],
            uploads: [([sample(101, 10)], []), ([sample(102, 20, by: "Hevy")], [])],
            named: [2]
        ),
        Cause(
            testDescription: "who takes away what was lent",
            before: [workout(), sample(100, 5), sample(101, 10, by: "iPhone")],
            uploads: [([], [100]), ([sample(102, 20, by: "Ring")], [])],
            named: [1]
        ),
        Cause(
            testDescription: "not who takes away what was not lent",
            before: [workout(), sample(100, 5), sample(101, 10, by: "iPhone")],
            uploads: [([], [101]), ([sample(102, 20)], [])],
            named: [2]
        ),
        Cause(
            testDescription: "who takes away its own, and who brought what is lent then",
            before: [workout(), sample(100, 5, by: "Hevy")],
            uploads: [([sample(101, 10)], []), ([], [100])],
            named: [1, 2]
        ),
        Cause(
            testDescription: "not who takes away what its own kept from being lent",
            before: [workout(), sample(100, 5, by: "Hevy"), sample(101, 10)],
            uploads: [([], [101]), ([], [100])],
            named: [2]
        ),
        Cause(
            testDescription: "not who takes away what one that named it kept from being lent",
            before: [workout(), sample(100, 5, by: "Ring", naming: 1), sample(101, 10)],
            uploads: [([], [101]), ([], [100])],
            named: [2]
        ),
        Cause(
            testDescription: "nobody where nothing changes",
            before: [workout(), sample(100, 5)],
            uploads: [([sample(101, 10, by: "iPhone")], []), ([sample(102, 10, by: "Ring")], [])],
            named: []
        ),
    ]

    @Test(arguments: causes) func `a job of workouts names who changed what they borrow`(one: Cause) {
        var journey = Journey()
        journey.settings(#"{"connection_id":"c","callback_url":"https://e.com/hook"}"#)
        journey.commit(Line.upload(Self.collected, one.before))
        let before = journey.jobs.filter { $0.type == "workouts" }.count
        let lines = one.uploads.enumerated().map { index, upload in
            Line.upload(Self.collected, upload.samples, deleted: upload.deleted, id: 901 + index)
        }
        journey.commit(lines)
        let jobs = journey.jobs.filter { $0.type == "workouts" }.dropFirst(before)
        #expect(jobs.flatMap(\.uploads) == one.named.map { Line.id(900 + $0) })
    }
}

import Testing
import Vocabulary

/// Workouts that an app has written twice, and samples that name a workout that is gone.
@Suite struct WorkoutTwinContractTests {
    private static let (first, second) = ("workouts/\(Line.id(1))", "workouts/\(Line.id(2))")
    private static let now = "2024-01-07T12:00:00Z"

    /// A workout of an hour of the fifth of January, or of the day that stands before its hour: `10`, `06T10`.
    private static func workout(
        _ number: Int,
        at hour: String = "10",
        of activity: Int = 37,
        by source: String = "A",
        _ more: String = ""
    ) -> String {
        let fields = #""workout_activity_type":\#(activity),"source":{"name":"\#(source)"}\#(more)"#
        let start = "2024-01-\(hour.contains("T") ? "" : "05T")\(hour)"
        return Line.sample(number, "HKWorkoutTypeIdentifier", "\(start):00:00Z", "\(start):50:00Z", fields)
    }

    /// Metadata with the identifier that the app has for the workout, as JSON.
    private static func external(_ identifier: String = #""g""#) -> String {
        #","metadata":{"HKExternalUUID":\#(identifier)}"#
    }

    /// A heart rate of a minute of the fifth of January, which names a workout or none.
    private static func rate(
        _ number: Int,
        _ time: String,
        naming workout: Int? = nil,
        by source: String = "A"
    ) -> String {
        let more = workout.map { #","workout_id":"\#(Line.id($0))""# } ?? ""
        let origin = Line.Origin(source: source)
        return Line.rate(number, "2024-01-05T\(time):00Z", "60", from: origin, more: more)
    }

    private static func route(_ number: Int, naming workout: Int) -> String {
        let points = #"[{"timestamp":726141600,"latitude":54,"longitude":25}]"#
        let fields = #""workout_id":"\#(Line.id(workout))","locations":\#(points)"#
        let type = "HKWorkoutRouteTypeIdentifier"
        return Line.sample(number, type, "2024-01-05T10:00:00Z", "2024-01-05T10:50:00Z", fields)
    }

    static let one = [
        TruthCase(
            "only the least id shows",
            TruthCase.uploads([workout(2, external()), workout(1, external()), workout(3, external())]),
            .listed(first, []),
            .isGone(second),
            .isGone("workouts/\(Line.id(3))")
        ),
        TruthCase(
            "they may be of other hours of the day, and differ in all else",
            TruthCase.uploads([
                workout(1, at: "10", external()), workout(2, at: "22", #","duration":60,"version":3"# + external()),
            ]),
            .start(first, 726_141_600),
            .isGone(second)
        ),
        TruthCase(
            "what names another of them belongs to the one that shows",
            TruthCase.uploads([
                workout(1, external()), workout(2, external()), rate(101, "15:00", naming: 2), route(102, naming: 2),
            ]),
            .listed(first, [101, 102]),
            .isGone(second)
        ),
        TruthCase(
            "what names each of them belongs to the one that shows",
            TruthCase.uploads([
                workout(1, external()), workout(2, external()), rate(101, "15:00", naming: 1),
                rate(102, "15:01", naming: 2),
            ]),
            .listed(first, [101, 102])
        ),
        TruthCase(
            "twins that name both of them belong to the one that shows, once",
            TruthCase.uploads([
                workout(1, external()), workout(2, external()), rate(101, "15:00", naming: 1),
                rate(102, "15:00", naming: 2),
            ]),
            .listed(first, [101])
        ),
        TruthCase(
            "what lies in both of them belongs to the one that shows",
            TruthCase.uploads([workout(1, external()), workout(2, external()), rate(101, "10:10")]),
            .listed(first, [101])
        ),
        TruthCase(
            "what lies only in one that does not show belongs to none",
            TruthCase.uploads([workout(1, external()), workout(2, at: "12", external()), rate(101, "12:10")]),
            .listed(first, [])
        ),
        TruthCase(
            "nine of them go on as one",
            [Line.upload(now, (1...9).map { workout($0, external()) } + [rate(101, "10:10")])],
            .listed(first, [101])
        ),
        TruthCase(
            "one that does not show keeps another workout from nothing",
            TruthCase.uploads([
                workout(1, at: "12", external()), workout(2, at: "10", external()), workout(3, at: "10"),
                rate(101, "10:10", naming: 2), rate(102, "10:20"),
            ]),
            .listed(first, [101]),
            .listed("workouts/\(Line.id(3))", [102])
        ),
        TruthCase(
            "a deletion of the one that shows shows the other, with what names it",
            TruthCase.uploads(
                [workout(1, external()), workout(2, external()), rate(101, "15:00", naming: 2)],
                deleted: [1]
            ),
            .isGone(first),
            .listed(second, [101])
        ),
        TruthCase(
            "a deletion of one that does not show changes nothing but what names it",
            TruthCase.uploads(
                [
                    workout(1, external()), workout(2, external()), rate(101, "15:00", naming: 1),
                    rate(102, "15:01", naming: 2),
                ],
                deleted: [2]
            ),
            .listed(first, [101]),
            .isGone(second)
        ),
        TruthCase(
            "a copy with another identifier shows for itself",
            TruthCase.uploads([
                workout(1, external()), workout(2, external()), workout(2, #","version":1"# + external(#""h""#)),
            ]),
            .listed(first, []),
            .listed(second, [])
        ),
    ]

    @Test(arguments: one) func `workouts of one identifier of their app are one`(one: TruthCase) throws {
        try one.check()
    }

    /// Two workouts that are apart.
    private static func apart(_ sentence: String, _ left: String, _ right: String) -> TruthCase {
        TruthCase(sentence, TruthCase.uploads([left, right]), .listed(first, []), .listed(second, []))
    }

    static let two = [
        apart("of other identifiers", workout(1, external(#""g""#)), workout(2, external(#""G""#))),
        apart("without identifiers", workout(1), workout(2)),
        apart("with an identifier and without", workout(1, external()), workout(2)),
        apart("whose identifier is empty", workout(1, external("\"\"")), workout(2, external("\"\""))),
        apart("whose identifier is a number", workout(1, external("7")), workout(2, external("7"))),
        apart("whose identifier is 0", workout(1, external("0")), workout(2, external("0"))),
        apart("of other activities", workout(1, external()), workout(2, of: 13, external())),
        apart("of other sources", workout(1, external()), workout(2, by: "B", external())),
        apart("of other UTC days", workout(1, at: "23", external()), workout(2, at: "06T00", external())),
    ]

    @Test(arguments: two) func `two workouts are two`(one: TruthCase) throws { try one.check() }

    static let deleted = [
        TruthCase(
            "a quantity that names a deleted workout belongs to the one in which it lies",
            TruthCase.uploads([workout(2), rate(101, "10:10", naming: 1)], deleted: [1]),
            .listed(second, [101])
        ),
        TruthCase(
            "a workout that its owner cut is made anew, and has what lies in it",
            TruthCase.uploads([workout(1), workout(2), rate(101, "10:10", naming: 1)], deleted: [1]),
            .isGone(first),
            .listed(second, [101])
        ),
        TruthCase(
            "a quantity that names a workout that never came belongs to none",
            TruthCase.uploads([workout(2), rate(101, "10:10", naming: 1)]),
            .listed(second, [])
        ),
        TruthCase(
            "a quantity that names a deleted workout and lies in no other belongs to none",
            TruthCase.uploads([workout(2), rate(101, "15:00", naming: 1)], deleted: [1]),
            .listed(second, [])
        ),
        TruthCase(
            "a quantity of another source that names a deleted workout is borrowed",
            TruthCase.uploads([workout(2, by: "App"), rate(101, "10:10", naming: 1, by: "Watch")], deleted: [1]),
            .listed(second, [101])
        ),
        TruthCase(
            "a route that names a deleted workout belongs to none",
            TruthCase.uploads([workout(2), route(101, naming: 1)], deleted: [1]),
            .listed(second, [])
        ),
        TruthCase(
            "a twin that names a deleted workout names none",
            TruthCase.uploads([workout(2), rate(101, "10:10"), rate(102, "10:10", naming: 1)], deleted: [1]),
            .listed(second, [101])
        ),
        TruthCase(
            "a twin that names a workout counts beside one that names a deleted one",
            TruthCase.uploads(
                [workout(2), rate(101, "15:00", naming: 1), rate(102, "15:00", naming: 2)],
                deleted: [1]
            ),
            .listed(second, [101])
        ),
        TruthCase(
            "a sample keeps its own document",
            TruthCase.uploads([workout(1), rate(101, "15:00", naming: 1)], deleted: [1]),
            .isGone(first),
            .listed("heart/2024-01-05T15Z", [101])
        ),
    ]

    @Test(arguments: deleted) func `a workout that is deleted is named by nothing`(one: TruthCase) throws {
        try one.check()
    }

    @Test func `a deletion of a workout that never came frees what names it`() {
        var journey = Journey()
        journey.commit(Line.upload(Self.now, [Self.workout(2), Self.rate(101, "10:10", naming: 1)]))
        #expect(journey.documents[Self.second]?.contains(Line.id(101)) == false)
        journey.commit(Line.upload(Self.now, [], deleted: [1]))
        #expect(journey.documents[Self.second]?.contains(Line.id(101)) == true)
        // What comes later and names it is free too.
        journey.commit(Line.upload(Self.now, [Self.rate(102, "10:20", naming: 1)]))
        #expect(journey.documents[Self.second]?.contains(Line.id(102)) == true)
    }
}

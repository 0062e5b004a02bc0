import Testing
import Vocabulary

/// Laps of workouts, what they climb, and time without motion.
struct WorkoutLapRuleTests {
    private typealias Made = DetailedWorkout
    private static let swimming = 46
    private static let pool = ",\"metadata\":{\"HKLapLength\":{\"value\":82.021,\"unit\":\"ft\"}}"

    private static func events(_ events: String...) -> String { ",\"events\":[\(events.joined(separator: ","))]" }

    /// Laps as `from, to`, and the metadata of each as JSON.
    private static func laps(_ item: Tree) -> [String] {
        (item["nested_data"]?["laps"]?.list ?? []).map { lap in
            let (from, to) = (lap["start_date"]?.number ?? 0, lap["end_date"]?.number ?? 0)
            let metadata = (lap["meta_data"]?.members ?? [:]).sorted { $0.key < $1.key }.map { key, value in
                "\(key) \(Int((value["quantity"]?.number ?? 0).rounded())) \(value["unit"]?.text ?? "")"
            }
            #expect(lap["name"]?.text == "laps")
            let bounds = "\(Int(from - Made.start))-\(Int(to - Made.start))"
            return ([bounds] + metadata).joined(separator: ", ")
        }
    }

    private static let strokes = [
        Made.quantity(2, "SwimmingStrokeCount", 0, 30, 12, "count"),
        Made.quantity(3, "SwimmingStrokeCount", 30, 60, 14, "count"),
    ]
    private static let run = Made.quantity(2, "DistanceWalkingRunning", 0, 600, 1200)

    private static func swim(_ more: String, as activity: Int = swimming) -> [String] {
        [Made.workout(activity, more)] + strokes
    }

    /// An activity of the first minute.
    private static func activity(_ more: String) -> String {
        let id = Line.id(50)
        return
            ",\"activities\":[{\"id\":\"\(id)\",\"start_date\":\(Made.start),\"end_date\":\(Made.start + 60)\(more)}]"
    }

    private static let lengths = events(Made.event(3, 0, 30), Made.event(3, 30, 60))
    private static let styles = events(
        Made.event(3, 0, 30, "\"HKSwimmingStrokeStyle\":2,\"HKSWOLFScore\":40"),
        Made.event(3, 30, 60, "\"HKSwimmingStrokeStyle\":9")
    )
    private static let rounds = events(Made.event(3, 0, 120), Made.event(3, 540, 660), Made.event(3, 900, 960))
    private static let noLaps = events(Made.event(1, 0, 120), Made.event(7, 0, 120))
        .replacing("\"type\":1", with: "\"type\":\"Lapse\"")
    private static let triathlon = events(Made.event(3, 60, 90), Made.event(3, 0, 30))
    private static let swimLeg = activity(",\"workout_activity_type\":46\(events(Made.event(3, 0, 30)))")
    private static let longPool = activity(
        ",\"metadata\":{\"HKLapLength\":{\"value\":50,\"unit\":\"m\"}}\(events(Made.event(3, 0, 60)))"
    )

    static let cases: [(String, [String], [String])] = [
        (
            "a length of a pool has the length of the pool, strokes and their score", swim("\(pool)\(lengths)"),
            [
                "0-30, distance 25 m, duration 30 TimeInterval, strokes 12 count, swolf 42 count",
                "30-60, distance 25 m, duration 30 TimeInterval, strokes 14 count, swolf 44 count",
            ]
        ),
        (
            "a lap has what its event says", swim(styles),
            [
                "0-30, duration 30 TimeInterval, stroke_style 2 freestyle, strokes 12 count, swolf 40 count",
                "30-60, duration 30 TimeInterval, stroke_style 9 9, strokes 14 count, swolf 44 count",
            ]
        ),
        (
            "a lap without length has no duration, and no strokes", swim("\(pool)\(events(Made.event(3, 10, 10)))"),
            ["10-10, distance 25 m"]
        ),
        (
            "a lap of a run has the distance of its time", [Made.workout(37, "\(pool)\(rounds)"), run],
            [
                "0-120, distance 240 m, duration 120 TimeInterval",
                "540-660, distance 120 m, duration 120 TimeInterval", "900-960, duration 60 TimeInterval",
            ]
        ),
        ("other events are no laps, and an unknown name is none", [Made.workout(37, noLaps), run], []),
        (
            "a lap of an activity that is the workout's too counts once, as the activity's",
            swim("\(pool)\(triathlon)\(swimLeg)", as: 82),
            [
                "0-30, distance 25 m, duration 30 TimeInterval, strokes 12 count, swolf 42 count",
                "60-90, duration 30 TimeInterval",
            ]
        ),
        (
            "an activity without a type is of the workout's, and may have a pool of its own",
            [Made.workout(swimming, "\(pool)\(longPool)")], ["0-60, distance 50 m, duration 60 TimeInterval"]
        ),
    ]

    @Test(arguments: cases) func `a workout has a lap for each event of one`(
        name: String,
        samples: [String],
        expected: [String]
    ) throws {
        #expect(Self.laps(try Made.item(samples)) == expected, "\(name)")
        #expect(Self.laps(try Made.item(oneByOne: samples.reversed())) == expected, "\(name), backward")
    }

    private static func moving(_ more: String) throws -> Double? {
        let time = try Made.item([Made.workout(37, more)])["meta_data"]?["moving_time"]
        #expect(time == nil || time?["unit"]?.text == "s")
        return time?["quantity"]?.number
    }

    @Test(
        arguments: [
            ([], nil),
            ([(1, 0), (2, 600)], nil),
            ([(5, 600), (6, 900)], 3300),
            ([(6, 900)], 3600),
            ([(5, 3000)], 3000),
            // Within a pause, across its end, and around it.
            ([(1, 600), (5, 700), (6, 800), (2, 900)], 3300),
            ([(1, 600), (5, 700), (2, 900), (6, 1000)], 3200),
            ([(5, 500), (1, 600), (2, 900), (6, 1000)], 3100),
        ] as [([(Int, Double)], Double?)]
    )
    func `time without motion counts once`(list: [(Int, Double)], seconds: Double?) throws {
        let text = list.map { Made.event($0.0, $0.1, $0.1) }.joined(separator: ",")
        #expect(try Self.moving(",\"events\":[\(text)]") == seconds)
    }

    @Test func `time without motion is taken from the duration that was uploaded, of activities too`() throws {
        let still = Self.events(Made.event(5, 600, 600), Made.event(6, 900, 900))
        #expect(try Self.moving(",\"duration\":1000" + still) == 700)
        #expect(try Self.moving(",\"duration\":100" + still) == 0)
        let activity = ",\"activities\":[{\"id\":\"\(Line.id(50))\",\"start_date\":\(Made.start),"
        let open = activity + "\"end_date\":\(Made.start + 700)\(Self.events(Made.event(5, 600, 600)))}]"
        #expect(try Self.moving(open) == 3500)
    }

    /// The meters up and down.
    private static func climbs(_ item: Tree) -> [Double?] {
        ["elevation_ascended", "elevation_descended"].map { item["meta_data"]?[$0]?["quantity"]?.number }
    }

    private static func route(_ number: Int, _ from: Double, _ altitudes: [Double?], _ more: String = "") -> String {
        Made.route(
            number,
            altitudes.enumerated().map { index, altitude in
                (from + Double(index), 54, (altitude.map { ",\"altitude\":\($0)" } ?? "") + more)
            }
        )
    }

    @Test(
        arguments: [
            ([[100, 103, 106, 112, 100, 94]], 2.25, 3.25),
            // The step between two routes is no rise, and two altitudes smooth each other away.
            ([[100, 103, 106, 112, 100, 94], [500, 503, 506, 512, 500, 494]], 4.5, 6.5),
            ([[100, 200]], 0, 0),
            ([[100, nil, 103, nil, 106, 112, 100, 94]], 2.25, 3.25),
            ([[], [100, 103, 106, 112, 100, 94]], 2.25, 3.25),
        ] as [([[Double?]], Double, Double)]
    )
    func `routes rise and fall by their smoothed altitudes`(routes: [[Double?]], up: Double, down: Double) throws {
        let samples = routes.enumerated().map { index, altitudes in
            Self.route(2 + index, Double(index) * 100, altitudes.isEmpty ? [nil] : altitudes)
        }
        let found = Self.climbs(try Made.item([Made.workout()] + samples))
        for (meters, expected) in zip(found, [up, down]) {
            #expect(abs(try #require(meters) - expected) < 1e-9)
        }
    }

    @Test(
        arguments: [("0", true), ("20", true), ("20.01", false), ("-0.5", false), ("null", true)]
            as [(String, Bool)]
    )
    func `altitudes that are too inaccurate do not count`(accuracy: String, counts: Bool) throws {
        let route = Self.route(2, 0, [0, 100, 200, 300, 400], ",\"vertical_accuracy\":\(accuracy)")
        let found = Self.climbs(try Made.item([Made.workout(), route]))
        #expect(found == (counts ? [200, 0] : [nil, nil]))
    }

    @Test func `what the metadata says is not computed`() throws {
        let route = Self.route(2, 0, [100, 103, 106, 112, 100, 94])
        for (key, isUp) in [("HKElevationAscended", true), ("HKElevationDescended", false)] {
            let metadata = ",\"metadata\":{\"\(key)\":{\"value\":700,\"unit\":\"cm\"}}"
            let found = Self.climbs(try Made.item([Made.workout(37, metadata), route]))
            #expect((found[0] == nil) == isUp && (found[1] == nil) == !isUp)
        }
        #expect(Self.climbs(try Made.item([Made.workout()])) == [nil, nil])
        #expect(Self.climbs(try Made.item([Made.workout(), Self.route(2, 0, [100])])) == [nil, nil])
    }

    @Test func `altitudes and distances beyond all numbers stay numbers`() throws {
        let route = Self.route(2, 0, [1e308, -1e308, 1e308, 1e308, 1e308, -1e308, -1e308, -1e308])
        let far = (0..<4).map { Made.quantity(3 + $0, "DistanceWalkingRunning", Double($0), 600, 1e308) }
        let item = try Made.item([Made.workout(), route] + far)
        let greatest = Double.greatestFiniteMagnitude
        #expect(Self.climbs(item).allSatisfy { $0.map { $0 > 1e307 && $0 <= greatest } ?? false })
        let splits = item["nested_data"]?["splits"]?.list ?? []
        #expect(splits.last?["meta_data"]?["distance"]?["quantity"]?.number == greatest)
    }
}

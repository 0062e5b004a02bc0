import Testing
import Vocabulary

/// What a workout's document computes beyond its statistics: kilometers, laps, climbs and time without motion.
struct WorkoutDetailRuleTests {
    private typealias Made = DetailedWorkout

    static let distances: [(String, [String], [[Int]])] = [
        (
            "a sample is divided evenly",
            [Made.workout(), Made.quantity(2, "DistanceWalkingRunning", 0, 3000, 2.5, "km")],
            [[0, 1200, 1000], [1200, 2400, 1000], [2400, 3000, 500]]
        ),
        (
            "time between samples belongs to the kilometer in which it lies",
            [
                Made.workout(), Made.quantity(2, "DistanceWalkingRunning", 60, 360, 600),
                Made.quantity(3, "DistanceWalkingRunning", 660, 960, 600),
            ],
            [[60, 860, 1000], [860, 960, 200]]
        ),
        (
            "a minute that two sources saw counts once",
            [
                Made.workout(), Made.quantity(2, "DistanceWalkingRunning", 0, 600, 1200),
                Made.quantity(3, "DistanceWalkingRunning", 300, 900, 6000, source: "a", product: "iPhone15,2"),
            ],
            [[0, 500, 1000], [500, 680, 1000], [680, 780, 1000], [780, 880, 1000], [880, 900, 200]]
        ),
        (
            "what lies outside of the workout does not count",
            [Made.workout(), Made.quantity(2, "DistanceWalkingRunning", -600, 600, 2000)], [[0, 600, 1000]]
        ),
        (
            "samples without length are steps",
            [
                Made.workout(), Made.quantity(2, "DistanceWalkingRunning", 60, 60, 1500),
                Made.quantity(3, "DistanceWalkingRunning", 600, 600, 700),
            ],
            [[60, 60, 1000], [60, 600, 1000], [600, 600, 200]]
        ),
        (
            "the distance is that of the activity",
            [
                Made.workout(13), Made.quantity(2, "DistanceWalkingRunning", 0, 600, 9000),
                Made.quantity(3, "DistanceCycling", 0, 600, 500),
            ], [[0, 600, 500]]
        ),
        (
            "without one of the activity, the longest distance counts",
            [
                Made.workout(82), Made.quantity(2, "DistanceSwimming", 0, 600, 750),
                Made.quantity(3, "DistanceCycling", 600, 1200, 900),
            ], [[600, 1200, 900]]
        ),
        (
            "of the activity counts only what lies in the workout",
            [
                Made.workout(13), Made.quantity(2, "DistanceWalkingRunning", 0, 600, 900),
                Made.quantity(3, "DistanceCycling", -600, 0, 500, more: #","workout_id":"\#(Line.id(1))""#),
            ], [[0, 600, 900]]
        ),
        ("no distance has no splits", [Made.workout(), Made.quantity(2, "DistanceWalkingRunning", 0, 600, 0)], []),
        (
            "a route stands before samples",
            [
                Made.workout(), Made.quantity(2, "DistanceWalkingRunning", 0, 600, 5000),
                Made.route(3, [(0, 54, ""), (100, 54.018, "")]),
            ],
            [[0, 50, 1000], [50, 100, 1000], [100, 100, 2]]
        ),
        (
            "a route without length does not",
            [
                Made.workout(), Made.quantity(2, "DistanceWalkingRunning", 0, 600, 500),
                Made.route(3, [(0, 54, ""), (100, 54, "")]),
            ],
            [[0, 600, 500]]
        ),
        (
            "the way between two routes does not count, and its time does",
            [
                Made.workout(), Made.route(2, [(0, 54, ""), (100, 54.0045, "")]),
                Made.route(3, [(500, 54.1, ""), (600, 54.1045, "")]),
            ],
            [[0, 600, 1000], [600, 600, 1]]
        ),
        (
            "of two routes at one time only one counts",
            [
                Made.workout(), Made.route(2, [(0, 54, ""), (100, 54.0045, "")]),
                Made.route(3, [(0, 54, ""), (90, 54.0045, ""), (100, 54.0045, ""), (200, 54.009, "")]),
            ],
            [[0, 200, 1000], [200, 200, 1]]
        ),
        (
            "points that Core Location did not trust, or that lie nowhere, do not count",
            [
                Made.workout(),
                Made.route(
                    2,
                    [
                        (0, 54, ""), (50, 60, ",\"horizontal_accuracy\":-1"), (60, 91, ""),
                        (100, 54.0045, ",\"horizontal_accuracy\":0"),
                    ]
                ),
            ],
            [[0, 100, 500]]
        ),
    ]

    @Test(arguments: distances)
    func `a workout has a split for each kilometer`(name: String, samples: [String], expected: [[Int]]) throws {
        #expect(Made.splits(try Made.item(samples)) == expected, "\(name)")
        #expect(Made.splits(try Made.item(oneByOne: samples.reversed())) == expected, "\(name), backward")
    }

    @Test func `two kilometers in samples of no exact length are two splits, and no rest`() throws {
        let samples = (0..<26).map {
            Made.quantity(2 + $0, "DistanceWalkingRunning", Double($0) * 40, Double($0 + 1) * 40, 1000.0 / 13)
        }
        let item = try Made.item([Made.workout()] + samples)
        #expect(Made.splits(item) == [[0, 520, 1000], [520, 1040, 1000]])
        let last = item["nested_data"]?["splits"]?.list.last
        #expect(last?["meta_data"]?["distance"]?["quantity"]?.number == 1000)
    }

    @Test func `a late route changes the splits, and its deletion brings them back`() throws {
        let samples = [Made.workout(), Made.quantity(2, "DistanceWalkingRunning", 0, 600, 500)]
        let route = Made.route(3, [(0, 54, ""), (100, 54.0045, "")])
        #expect(Made.splits(try Made.item(samples, [route])) == [[0, 100, 500]])
        #expect(Made.splits(try Made.item(samples, [route], deleted: [3])) == [[0, 600, 500]])
        #expect(Made.splits(try Made.item(samples, deleted: [2])) == [])
    }

    @Test func `a hundred splits, and ten for each sample, are the most; the rest is one`() throws {
        let far = Made.quantity(2, "DistanceWalkingRunning", 0, 3000, 1e9)
        let splits = Made.splits(try Made.item([Made.workout(), far]))
        #expect(splits.count == 111 && splits[110][2] == 1_000_000_000 - 110_000)
        let ride = (0..<100).map {
            Made.quantity(2 + $0, "DistanceCycling", Double($0) * 36, Double($0 + 1) * 36, 4, "km")
        }
        let kilometers = Made.splits(try Made.item([Made.workout(13)] + ride))
        #expect(kilometers.count == 400 && kilometers.allSatisfy { $0[2] == 1000 && $0[1] - $0[0] == 9 })
    }

    @Test func `splits and laps move to later parts`() throws {
        var rules = Rules()
        rules.documentMaxBytes = 2000
        let laps = (0..<20).map { Made.event(3, Double($0) * 60, Double($0 + 1) * 60) }
        let samples = [
            Made.workout(37, ",\"events\":[\(laps.joined(separator: ","))]"),
            Made.quantity(2, "DistanceWalkingRunning", 0, 3000, 20_000),
        ]
        var journey = Journey(rules)
        journey.commit(Line.upload(Made.now, samples))
        let parts = journey.documents.filter { $0.key.hasPrefix(Made.document) }
        let all = try parts.values.map { try Tree(json: Array($0.utf8))["data"]?.list.first?["nested_data"] }
        #expect(parts.count > 4 && parts.values.allSatisfy { $0.utf8.count <= 2200 })
        #expect(all.reduce(0) { $0 + ($1?["splits"]?.list.count ?? 0) } == 20)
        #expect(all.reduce(0) { $0 + ($1?["laps"]?.list.count ?? 0) } == 20)
    }
}

import Testing
import Views

/// Known documents as headlines and trees.
struct HeadlineTests {
    private static let clock = LocalClock.utc
    private static let bounds = "\"start_date\":735069600,\"end_date\":735073200"

    private static func document(_ type: String, item: String) throws -> DocumentView {
        let id = type == "workouts" ? "workouts/6B29FC40-CA47-1067-B31D-00DD010662DA" : "\(type)/2024-04-17"
        let text = """
            {"id":"\(id)","type":"\(type)",\(bounds),"time_zone":"UTC","source":[],"data":[{"name":"\(type)",\(bounds),\(item)}]}
            """
        return try #require(DocumentView(Array(text.utf8)))
    }

    private static func quantity(_ number: Double, _ unit: String, _ type: String? = nil) -> String {
        let kind = type.map { ",\"type\":\"\($0)\"" } ?? ""
        return "{\(bounds),\"value\":{\"quantity\":\(number),\"unit\":\"\(unit)\"}\(kind)}"
    }

    @Test func `a day's total is its headline`() throws {
        let item = "\"data\":{\"steps\":[\(Self.quantity(8832.857, "count", "sum"))]}"
        #expect(Headline.of(try Self.document("steps", item: item), Self.clock) == ["8,833"])
    }

    @Test func `an average has its bounds, and the unit once`() throws {
        let values = [("average", 91.0), ("minimum", 58), ("maximum", 124)].map { type, number in
            Self.quantity(number, "count/min", type)
        }
        let item = "\"data\":{\"HKQuantityTypeIdentifierHeartRate\":[\(values.joined(separator: ","))]}"
        let headline = Headline.of(try Self.document("activitiesSummary", item: item), Self.clock)
        #expect(headline == ["heart rate 91/min (58 to 124)"])
    }

    @Test func `motion is the time of each kind, source by source`() throws {
        let first =
            "\"meta_data\":{\"recorded\":{\"quantity\":4500,\"unit\":\"s\"},\"walking\":{\"quantity\":1800,\"unit\":\"s\"}}"
        let second =
            "\"meta_data\":{\"driving\":{\"quantity\":600,\"unit\":\"s\"},\"running\":{\"quantity\":60,\"unit\":\"s\"}}"
        let item = "\(first)},{\"name\":\"motion\",\(Self.bounds),\(second)"
        let headline = Headline.of(try Self.document("motion", item: item), Self.clock)
        #expect(headline == ["walking 30 min", "driving 10 min, running 1 min"])
    }

    @Test func `samples are listed up to the sixth`() throws {
        let values = (1...8).map { Self.quantity(Double($0), "mg/dL") }.joined(separator: ",")
        let item = "\"data\":{\"HKQuantityTypeIdentifierBloodGlucose\":[\(values)]}"
        let headline = Headline.of(try Self.document("glucose", item: item), Self.clock)
        #expect(headline == ["blood glucose 1, 2, 3, 4, 5, 6 mg/dL and 2 more"])
    }

    @Test func `a document with items alone says how many`() throws {
        let route = "{\"name\":\"workoutRoute\",\(Self.bounds)}"
        let item = "\"nested_data\":{\"workoutRoute\":[\(route),\(route)]}"
        #expect(Headline.of(try Self.document("workoutRoute", item: item), Self.clock) == ["2 workout routes"])
    }

    @Test func `what is no document is not shown`() {
        #expect(DocumentView([]) == nil)
        #expect(DocumentView(Array("{\"id\":\"steps/2024-04-17\",\"type\":\"steps\",\"data\":[]}".utf8)) == nil)
    }

    @Test func `a workout is a tree of activities, events, samples and route`() throws {
        let rates = [60.0, 90, 120].map { Self.quantity($0, "count/min") }.joined(separator: ",")
        let event = "{\"name\":\"Pause\",\(Self.bounds)}"
        let activity = """
            {"name":"workoutActivity_A",\(Self.bounds),"meta_data":{"workout_activity_type":{"quantity":37,"unit":"Running"}},\
            "data":{"HKQuantityTypeIdentifierDistanceWalkingRunning":[\(Self.quantity(5000, "m", "sum"))]},\
            "nested_data":{"workoutEvents":[\(event)]}}
            """
        let places = [(1, 0), (0, 0), (0, 1)].map { north, east in
            "{\"time\":735069600,\"latitude\":\(north),\"longitude\":\(east),\"altitude\":\(north * 10)}"
        }
        let item = """
            "meta_data":{"duration":{"quantity":3000,"unit":"TimeInterval"},"HKIndoorWorkout":{"quantity":0,"unit":"bool"}},\
            "nested_data":{"samples":[{"name":"samples",\(Self.bounds),\
            "data":{"HKQuantityTypeIdentifierHeartRate":[\(rates)]}}],\
            "workoutActivity_A":[\(activity)],\
            "workoutRoute":[{"name":"workoutRoute",\(Self.bounds),"coordinates":[\(places.joined(separator: ","))]}]}
            """
        let workout = try Self.document("workouts", item: item)
        let lines = WorkoutTree(width: 60, ink: .plain, clock: Self.clock).draw(workout)
        #expect(
            lines.prefix(7) == [
                "workouts  Wed 17 Apr, 18:00–19:00  workouts/6B29FC40…",
                "├─ in motion 50 min · indoor workout no",
                "├─ Running  18:00–19:00",
                "│  ├─ distance walking running 5 km",
                "│  └─ Pause  18:00–19:00",
                "├─ 3 samples of heart rate  ▁▅█",
                "└─ route of 3 places, 0 to 10 m high",
            ]
        )
        #expect(lines.count == 13)
        #expect(lines.dropFirst(7).allSatisfy { $0.hasPrefix("   ") })
        #expect(Headline.of(workout, Self.clock) == ["workouts", "18:00–19:00", "50 min"])
    }

    @Test func `a primary workout is marked`() throws {
        let marked = try Self.document("workouts", item: #""meta_data":{"primary":{"quantity":1,"unit":"bool"}}"#)
        let lines = WorkoutTree(width: 60, ink: .plain, clock: Self.clock).draw(marked)
        #expect(lines == ["workouts  ★ primary  Wed 17 Apr, 18:00–19:00  workouts/6B29FC40…"])
        #expect(Headline.of(marked, Self.clock) == ["workouts", "18:00–19:00", "primary"])
        let other = try Self.document("workouts", item: #""meta_data":{"primary":{"quantity":0,"unit":"bool"}}"#)
        #expect(Headline.of(other, Self.clock) == ["workouts", "18:00–19:00"])
    }
}

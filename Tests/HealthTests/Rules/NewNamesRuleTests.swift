import Health
import JSON
import Testing
import Vocabulary

/// Activities and events of a later release of iOS cost nothing but their numbers.
@Suite struct NewNamesRuleTests {
    private static let bounds = ("2024-04-25T10:00:00Z", "2024-04-25T11:00:00Z")
    private static let activity =
        #""id":"\#(Line.id(5))","start_date":"2024-04-25T10:10:00Z","end_date":"2024-04-25T10:20:00Z""#

    private static func workout(_ more: String) -> String {
        Line.sample(1, "HKWorkoutTypeIdentifier", bounds.0, bounds.1, more)
    }

    private static func upload(_ more: String) -> String {
        Line.upload("2024-04-26T08:15:00Z", [workout(more)])
    }

    private static func event(_ type: String) -> String {
        #"{"type":\#(type),"start_date":"2024-04-25T10:10:00Z"}"#
    }

    private static func item(_ more: String) throws -> Tree {
        var journey = Journey()
        journey.commit(upload(more))
        #expect(journey.refusals.isEmpty)
        let document = try Tree(json: Array(#require(journey.documents["workouts/\(Line.id(1))"]).utf8))
        return try #require(document["data"]?.list.first)
    }

    @Test(arguments: [
        (#""HKWorkoutActivityTypeNewSport""#, "NewSport"), (#""HKWorkoutActivityTypeRunning""#, "Running"),
        (#""Padel""#, "Padel"), (#""NewHKWorkoutActivityType""#, "NewHKWorkoutActivityType"), ("9999", "Other"),
        ("-1", "Other"), (#""HKWorkoutActivityType""#, "Other"), ("37", "Running"),
    ])
    func `a workout has the name of its activity, whoever knows it`(type: String, name: String) throws {
        #expect(try Self.item(#""workout_activity_type":\#(type)"#)["name"]?.text == name)
    }

    @Test(arguments: [
        (#""HKWorkoutEventTypeNew""#, "New"), (#""HKWorkoutEventTypePause""#, "Pause"), (#""Dance""#, "Dance"),
        ("99", "99"), (#""HKWorkoutEventType""#, "0"),
    ])
    func `an event has the name that came, else its number`(type: String, name: String) throws {
        let events = #""events":[\#(Self.event(type))]"#
        let item = try Self.item(
            #""workout_activity_type":37,\#(events),"activities":[{\#(Self.activity),\#(events)}]"#
        )
        #expect(item["nested_data"]?["workoutEvents"]?.list.map { $0["name"]?.text } == [name])
        let activity = item["nested_data"]?["workoutActivity_\(Line.id(5))"]?.list.first
        #expect(activity?["nested_data"]?["workoutEvents"]?.list.map { $0["name"]?.text } == [name])
    }

    @Test(arguments: [
        (#""HKWorkoutActivityTypeNewSport""#, 0.0, "NewSport"), ("9999", 9999, "Other"), ("13", 13, "Cycling"),
    ])
    func `an activity tells its type by number and name`(type: String, number: Double, name: String) throws {
        let more = #""workout_activity_type":37,"activities":[{\#(Self.activity),"workout_activity_type":\#(type)}]"#
        let activity = try Self.item(more)["nested_data"]?["workoutActivity_\(Line.id(5))"]?.list.first
        let shown = activity?["meta_data"]?["workout_activity_type"]
        #expect(shown?["quantity"]?.number == number && shown?["unit"]?.text == name)
    }

    @Test func `an event whose name nobody knows pauses nothing`() throws {
        let events = [Self.event(#""HKWorkoutEventTypeNew""#), Self.event(#""HKWorkoutEventTypeOther""#)]
        let item = try Self.item(#""workout_activity_type":37,"events":[\#(events.joined(separator: ","))]"#)
        #expect(item["meta_data"]?["duration"]?["quantity"]?.number == 3_600)
    }

    @Test func `names in another order, and with or without the enumeration's, make no other copy`() {
        let pair = [Self.event(#""HKWorkoutEventTypeB""#), Self.event(#""A""#)]
        let other = [Self.event(#""HKWorkoutEventTypeA""#), Self.event(#""B""#)]
        let activities = [
            #"{\#(Self.activity),"workout_activity_type":"X"}"#, #"{\#(Self.activity),"workout_activity_type":"Y"}"#,
        ]
        var journey = Journey()
        for (events, activities) in [(pair, activities), (other, activities.reversed())] {
            journey.commit(
                Self.upload(
                    #""workout_activity_type":"Padel","events":[\#(events.joined(separator: ","))],"#
                        + #""activities":[\#(activities.joined(separator: ","))]"#
                )
            )
        }
        #expect(journey.accounting.new == 1 && journey.accounting.duplicates == 1)
    }

    @Test func `another name is another copy`() {
        var journey = Journey()
        journey.commit(Self.upload(#""workout_activity_type":"Padel","version":1"#))
        journey.commit(Self.upload(#""workout_activity_type":"Polka","version":2"#))
        journey.commit(Self.upload(#""workout_activity_type":"Padel","version":2"#))
        #expect(journey.accounting.replaced == 2)
        #expect(journey.documents["workouts/\(Line.id(1))"]?.contains("\"Padel\"") == true)
    }

    @Test(arguments: [(200, []), (201, ["tooLarge"])] as [(Int, [String])])
    func `a name takes two hundred bytes`(bytes: Int, codes: [String]) {
        let name = String(repeating: "x", count: bytes)
        let fields = [
            #""workout_activity_type":"HKWorkoutActivityType\#(name)""#,
            #""workout_activity_type":37,"events":[\#(Self.event("\"\(name)\""))]"#,
            #""workout_activity_type":37,"activities":[{\#(Self.activity),"workout_activity_type":"\#(name)"}]"#,
        ]
        for more in fields {
            var journey = Journey()
            journey.commit(Self.upload(more))
            #expect(journey.refusals == codes)
        }
    }

    @Test func `new names are stored behind all else, which is as older versions store it, and are read back`() throws {
        func workout(_ type: String, _ event: String, _ inner: String) throws -> Workout {
            let activities = ["", #""workout_activity_type":13,"#, #""workout_activity_type":\#(inner),"#].map {
                #"{\#(Self.activity),\#($0)"events":[{"type":\#(inner),"start_date":2}]}"#
            }
            return try Samples.workout(
                #""workout_activity_type":\#(type),"events":[{"type":\#(event),"start_date":1}],"#
                    + #""activities":[\#(activities.joined(separator: ","))]"#
            )
        }
        let plain = try workout("0", "0", "0")
        let new = try workout("\"A\"", "\"B\"", "\"C\"")
        #expect(new.packed.starts(with: plain.packed) && new.packed.count > plain.packed.count)
        #expect(Self.text(new.activityType) == "0 A" && new.events.map { Self.text($0.type) } == ["0 B"])
        #expect(new.activities.map { Self.text($0.activityType) } == ["none", "0 C", "13 "])
        #expect(new.activities.flatMap { $0.events.map { Self.text($0.type) } } == ["0 C", "0 C", "0 C"])
        #expect(Workout(new.packed[...]).packed == new.packed)
    }

    private static func text(_ code: Workout.Code?) -> String {
        code.map { "\($0.number) " + String(decoding: $0.name, as: UTF8.self) } ?? "none"
    }
}

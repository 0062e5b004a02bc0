import Testing
import Vocabulary

/// What a workout shows of the statistics that came with it.
@Suite struct WorkoutStatisticsRuleTests {
    private static let quantity = "HKQuantityTypeIdentifier"
    private static let bounds = ("2024-04-25T10:00:00Z", "2024-04-25T11:00:00Z")

    /// The item of a workout with statistics, and perhaps metadata and a heart rate of 100.
    private static func item(
        _ statistics: String,
        metadata: String = "{}",
        withRate: Bool = false,
        inActivity: Bool = false
    ) throws -> Tree {
        let own = #""statistics":\#(statistics),"metadata":\#(metadata)"#
        let activity = #"{"id":"\#(Line.id(5))","start_date":"\#(bounds.0)","end_date":"\#(bounds.1)",\#(own)}"#
        let more = #""workout_activity_type":37,"# + (inActivity ? #""activities":[\#(activity)]"# : own)
        var samples = [Line.sample(1, "HKWorkoutTypeIdentifier", bounds.0, bounds.1, more)]
        if withRate { samples.append(Line.rate(2, "2024-04-25T10:10:00Z", "100")) }
        var journey = Journey()
        journey.commit(Line.upload("2024-04-26T08:15:00Z", samples))
        #expect(journey.refusals.isEmpty)
        let document = try Tree(json: Array(#require(journey.documents["workouts/\(Line.id(1))"]).utf8))
        let item = try #require(document["data"]?.list.first)
        return inActivity ? try #require(item["nested_data"]?["workoutActivity_\(Line.id(5))"]?.list.first) : item
    }

    /// What an item shows of a type: `sum 300 kcal`.
    private static func shown(_ item: Tree, _ type: String) -> [String] {
        (item["data"]?[quantity + type]?.list ?? []).map { one in
            let value = one["value"]
            return "\(one["type"]?.text ?? "") \(value?["quantity"]?.number ?? 0) \(value?["unit"]?.text ?? "")"
        }
    }

    @Test func `statistics of a type of a later release cost nothing but themselves`() throws {
        let item = try Self.item(
            """
            {"HKQuantityTypeIdentifierActiveEnergyBurned":{"sum":300,"unit":"kcal"},\
            "HKQuantityTypeIdentifierNewInTheNextRelease":{"unit":"count","sum":1,"more":null}}
            """
        )
        #expect(Self.shown(item, "ActiveEnergyBurned") == ["sum 300.0 kcal"])
        let kept = item["meta_data"]?["statistics.HKQuantityTypeIdentifierNewInTheNextRelease"]
        #expect(kept?["quantity"]?.number == 0 && kept?["unit"]?.text == #"{"sum":1,"unit":"count"}"#)
    }

    @Test func `statistics of zero are shown, and no sample beside them`() throws {
        let item = try Self.item(
            #"{"HKQuantityTypeIdentifierHeartRate":{"average":0,"minimum":0,"maximum":0,"unit":"count/min"}}"#,
            withRate: true
        )
        let shown = ["average 0.0 count/min", "minimum 0.0 count/min", "maximum 0.0 count/min"]
        #expect(Self.shown(item, "HeartRate") == shown)
    }

    @Test func `a sum of a type that is averaged is shown, and an average of one that adds up`() throws {
        let item = try Self.item(
            """
            {"HKQuantityTypeIdentifierHeartRate":{"sum":300,"unit":"count/min"},\
            "HKQuantityTypeIdentifierActiveEnergyBurned":{"average":300,"unit":"kcal"}}
            """
        )
        #expect(Self.shown(item, "HeartRate") == ["sum 300.0 count/min"])
        #expect(Self.shown(item, "ActiveEnergyBurned") == ["average 300.0 kcal"])
    }

    @Test(arguments: [false, true])
    func `all five are shown in one order, in the canonical unit`(inActivity: Bool) throws {
        let item = try Self.item(
            #"{"HKQuantityTypeIdentifierHeartRate":"#
                + #"{"most_recent":5,"maximum":4,"minimum":2,"average":3,"sum":1,"unit":"Hz"}}"#,
            inActivity: inActivity
        )
        let shown = ["sum 60", "average 180", "minimum 120", "maximum 240", "most_recent 300"]
        #expect(Self.shown(item, "HeartRate") == shown.map { $0 + ".0 count/min" })
    }

    @Test func `the most recent alone leaves the samples out too`() throws {
        let item = try Self.item(
            #"{"HKQuantityTypeIdentifierHeartRate":{"most_recent":70,"unit":"count/min"}}"#,
            withRate: true
        )
        #expect(Self.shown(item, "HeartRate") == ["most_recent 70.0 count/min"])
    }

    /// Statistics of a type, and how they are kept; nil: they are shown.
    static let odd: [(type: String, statistics: String, kept: String?)] = [
        ("HeartRate", #"{"average":60,"unit":"bpm"}"#, #"{"average":60,"unit":"bpm"}"#),
        ("HeartRate", #"{"average":60}"#, #"{"average":60}"#),
        ("HeartRate", #"{"average":60,"unit":"kg"}"#, #"{"average":60,"unit":"kg"}"#),
        ("HeartRate", #"{"average":60,"unit":7}"#, #"{"average":60,"unit":7}"#),
        ("HeartRate", #"{"average":"60","unit":"count/min"}"#, #"{"average":"60","unit":"count/min"}"#),
        ("HeartRate", #"{"unit":"count/min"}"#, #"{"unit":"count/min"}"#),
        ("HeartRate", #"{"average":null,"unit":"count/min"}"#, #"{"unit":"count/min"}"#),
        ("HeartRate", #"[1,null,{"b":2,"a":[]}]"#, #"[1,{"a":[],"b":2}]"#),
        ("HeartRate", "60", "60"),
        (
            "HeartRate", #"{"unit":"count/min","maximum":60,"minimum":-1}"#,
            #"{"maximum":60,"minimum":-1,"unit":"count/min"}"#
        ),
        ("StepCount", #"{"sum":-1,"unit":"count"}"#, #"{"sum":-1,"unit":"count"}"#),
        ("DistanceWalkingRunning", #"{"sum":1e308,"unit":"km"}"#, #"{"sum":1e+308,"unit":"km"}"#),
        ("OxygenSaturation", #"{"average":97,"unit":"%"}"#, #"{"average":97,"unit":"%"}"#),
        ("OxygenSaturation", #"{"average":1.1,"unit":"%"}"#, nil),
        ("WaterTemperature", #"{"average":-3,"unit":"degC"}"#, nil),
        ("WaterTemperature", #"{"average":0,"unit":"K"}"#, nil),
        ("WaterTemperature", #"{"average":-459.67,"unit":"degF"}"#, nil),
        ("WaterTemperature", #"{"average":-1,"unit":"K"}"#, #"{"average":-1,"unit":"K"}"#),
        ("UnderwaterDepth", #"{"minimum":-2,"unit":"m"}"#, nil),
        ("EnvironmentalAudioExposure", #"{"minimum":-2,"unit":"dBASPL"}"#, nil),
        ("HeartRate", "null", nil),
    ]

    @Test(arguments: odd)
    func `statistics that could not be are kept as they came`(type: String, statistics: String, kept: String?) throws {
        for inActivity in [false, true] {
            let item = try Self.item(
                #"{"HKQuantityTypeIdentifier\#(type)":\#(statistics)}"#,
                metadata: #"{"a":1,"z":2}"#,
                withRate: true,
                inActivity: inActivity
            )
            let metadata = item["meta_data"]
            let found = metadata?["statistics.\(Self.quantity)\(type)"]
            #expect(found?["unit"]?.text == kept && (kept == nil || found?["quantity"]?.number == 0))
            #expect(metadata?["a"]?["quantity"]?.number == 1 && metadata?["z"]?["quantity"]?.number == 2)
            // Then they are as if they were not there.
            if kept != nil, type == "HeartRate" { #expect(Self.shown(item, type).first == "average 100.0 count/min") }
            if kept == nil, statistics != "null" { #expect(Self.shown(item, type).count == 1) }
        }
    }

    @Test func `what is kept takes the place of the workout's own metadata of that name`() throws {
        let item = try Self.item(#"{"X":{"sum":1}}"#, metadata: #"{"statistics.X":"own","statistics.Y":"own"}"#)
        #expect(item["meta_data"]?["statistics.X"]?["unit"]?.text == #"{"sum":1}"#)
        #expect(item["meta_data"]?["statistics.Y"]?["unit"]?.text == "own")
    }

    @Test func `statistics of too many unknown keys are too large, as any metadata is`() {
        let keys = (0..<2_000).map { #""K\#($0)":{"sum":1,"unit":"\#(String(repeating: "\\\"", count: 40))"}"# }
        let more = #""workout_activity_type":37,"statistics":{\#(keys.joined(separator: ","))}"#
        var journey = Journey()
        let workout = Line.sample(1, "HKWorkoutTypeIdentifier", Self.bounds.0, Self.bounds.1, more)
        #expect(workout.utf8.count < RecordBounds.piece)
        journey.commit(Line.upload("2024-04-26T08:15:00Z", [workout]))
        #expect(journey.refusals == ["tooLarge"])
    }

    @Test func `the order of what is kept makes no other copy`() {
        let pair = [#""B":{"unit":"x","sum":1}"#, #""A":{"sum":2}"#]
        var journey = Journey()
        for order in [pair, pair.reversed()] {
            let more = #""workout_activity_type":37,"statistics":{\#(order.joined(separator: ","))}"#
            let workout = Line.sample(1, "HKWorkoutTypeIdentifier", Self.bounds.0, Self.bounds.1, more)
            journey.commit(Line.upload("2024-04-26T08:15:00Z", [workout]))
        }
        #expect(journey.accounting.new == 1 && journey.accounting.duplicates == 1)
    }
}

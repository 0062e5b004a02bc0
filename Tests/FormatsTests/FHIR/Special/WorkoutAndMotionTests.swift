import Testing

/// Workouts, and runs of motion.
struct WorkoutAndMotionTests {
    private static func workout(_ name: String = "Running", data: String = "", metadata: String = "") -> String {
        """
        {"id":"workouts/43534B1E-E3F2-57E2-B9AD-E2BC0132792D","connection_id":"conn-7","type":"workouts",\
        "start_date":734940000,"end_date":734941800,"time_zone":"Europe/Vilnius","source":[],"meta_data":{},\
        "data":[{"id":"43534B1E-E3F2-57E2-B9AD-E2BC0132792D","name":"\(name)","start_date":734940000,\
        "end_date":734941800,"data":{\(data)},"meta_data":{\(metadata)},"nested_data":{"samples":[{"name":"samples",\
        "data":{"HKQuantityTypeIdentifierHeartRate":[\(Fork.quantity("170", "count/min"))]}}],"workoutEvents":[\
        {"name":"Pause","start_date":734940000,"end_date":734940000}]},"source":{"name":"Apple Watch"},\
        "device":{"name":"Apple Watch","manufacturer":"Apple Inc.","model":"Watch"}}]}
        """
    }

    private static func statistic(_ value: String, _ unit: String, _ kind: String) -> String {
        Fork.quantity(value, unit, id: nil, end: 734_941_800, more: #""type":"\#(kind)""#)
    }

    @Test func `a workout has its activity as value, and its duration and statistics as components`() throws {
        let (sum, average) = (Self.statistic("5012.25", "m", "sum"), Self.statistic("147.5", "count/min", "average"))
        let (greatest, last) = (
            Self.statistic("185", "count/min", "maximum"), Self.statistic("31", "count/min", "most_recent")
        )
        let workout = try #require(
            Tree.resources(
                Self.workout(
                    data: """
                        "HKQuantityTypeIdentifierDistanceWalkingRunning":[\(sum)],\
                        "HKQuantityTypeIdentifierHeartRate":[\(average),\(greatest),\(last)]
                        """,
                    metadata: """
                        "HKIndoorWorkout":{"quantity":0,"unit":"bool"},"HKTimeZone":{"quantity":0,"unit":"Asia/Tokyo"},\
                        "duration":{"quantity":1740,"unit":"TimeInterval"},"primary":{"quantity":1,"unit":"bool"}
                        """
                )
            ).first
        )
        #expect(workout["code"].codes == ["73985-4", "HKWorkoutTypeIdentifier"])
        #expect(workout["category"][0].codes == ["activity"])
        let activity = workout["valueCodeableConcept"]["coding"][0]
        #expect(activity["code"].text == "HKWorkoutTypeIdentifier.37" && activity["display"].text == "Running")
        #expect(workout["effectivePeriod"]["start"].text == "2024-04-16T15:00:00.000+09:00")
        #expect(workout["device"]["display"].text == "Apple Watch, Apple Inc., Watch")
        let components = workout["component"].list.map { component in
            let value = component["valueQuantity"]
            return component["code"].codes + ["\(value["value"].number ?? -1) \(value["code"].text ?? "")"]
        }
        let (distance, heart) = ("HKQuantityTypeIdentifierDistanceWalkingRunning", "HKQuantityTypeIdentifierHeartRate")
        #expect(
            components == [
                ["55411-3", "29.0 min"], ["55430-3", distance, "sum", "5012.25 m"],
                ["8867-4", heart, "average", "147.5 /min"], ["8867-4", heart, "maximum", "185.0 /min"],
                ["8867-4", heart, "HKStatisticsOptions.mostRecent", "31.0 /min"],
            ]
        )
        // The source, and the metadata without an element.
        let keys = workout["extension"].list.dropFirst().map { $0["extension"][0]["valueString"].text }
        #expect(keys == ["HKIndoorWorkout", "HKTimeZone"])
    }

    @Test(
        arguments: [
            ("Swim Bike Run", "HKWorkoutTypeIdentifier.82"), ("Other", "HKWorkoutTypeIdentifier.3000"),
            ("Skijoring", "HKWorkoutTypeIdentifier.0"),
        ]
    )
    func `an activity has the code of its name`(name: String, code: String) throws {
        let workout = try #require(Tree.resources(Self.workout(name)).first)
        #expect(workout["valueCodeableConcept"].codes == [code] && !workout["component"].exists)
    }

    @Test func `a workout that is not primary makes nothing, and its samples go out elsewhere`() throws {
        let metadata = #""primary":{"quantity":0,"unit":"bool"}"#
        #expect(try Tree.resources(Self.workout(metadata: metadata)).isEmpty)
        #expect(try Tree.resources(Self.workout()).count == 1)
    }

    @Test func `a run of motion is an observation with its seconds`() throws {
        let other = "16261BE4-BF5F-422E-8D37-7A801D66BA97"
        let confidence = #""meta_data":{"confidence":{"quantity":2,"unit":"count"}},"source":1"#
        let walking = Fork.quantity("240.5", "s", end: 734_940_240.5, more: #""type":"walking",\#(confidence)"#)
        let still = Fork.quantity("0", "s", id: other, more: #""type":"stationary","source":0"#)
        let runs = try Tree.resources(
            Fork.document(
                "motion",
                sources: #"{"name":"iPhone"},{"name":"Apple Watch"}"#,
                #""data":{"stationary":[\#(still)],"walking":[\#(walking)]},"meta_data":{}"#
            )
        )
        #expect(runs.count == 2)
        #expect(runs.map { $0["code"].codes } == [["CMMotionActivity.stationary"], ["CMMotionActivity.walking"]])
        #expect(runs.map { $0["category"][0].codes } == [["activity"], ["activity"]])
        #expect(runs.map { $0["valueQuantity"]["value"].number } == [0, 240.5])
        #expect(runs.map { $0["valueQuantity"]["code"].text } == ["s", "s"])
        #expect(runs[0]["effectiveDateTime"].text == "2024-04-16T09:00:00.000+03:00")
        #expect(runs[1]["effectivePeriod"]["end"].text == "2024-04-16T09:04:00.500+03:00")
        #expect(runs[1]["extension"][0]["extension"][0]["valueString"].text == "Apple Watch")
        #expect(runs[1]["extension"][1]["extension"][1]["valueQuantity"]["value"].number == 2)
    }
}

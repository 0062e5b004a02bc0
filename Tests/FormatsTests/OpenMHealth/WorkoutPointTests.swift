import Testing
import Vocabulary

/// Workouts as physical activities.
struct WorkoutPointTests {
    /// Returns a workout; `data` has sums and other entries by the last part of their identifier.
    private static func document(
        _ data: [(String, String, Double)] = [],
        kind: String = "sum",
        metadata: String = #""primary":{"quantity":1,"unit":"bool"}"#
    ) -> String {
        let series = data.map { name, unit, value in
            let entry = Documents.sample(id: nil, "\(value)", unit, (0, 1800), more: #","type":"\#(kind)""#)
            return #""HKQuantityTypeIdentifier\#(name)":[\#(entry)]"#
        }
        let sample = Documents.sample("60", "count/min")
        return """
            {"id":"workouts/\(Documents.sampleID)","connection_id":"conn-7","type":"workouts","start_date":0,\
            "end_date":1800,"time_zone":"UTC","source":[{"name":"Watch"},{"name":"Phone"}],"meta_data":{},\
            "data":[{"id":"\(Documents.sampleID)","name":"Swim Bike Run","start_date":0,"end_date":1800,\
            "data":{\(series.joined(separator: ","))},"meta_data":{\(metadata)},"source":{"name":"Watch"},\
            "nested_data":{"samples":[{"data":{"HKQuantityTypeIdentifierHeartRate":[\(sample)]}}],\
            "workoutRoute":[{"id":"16261BE4-BF5F-422E-8D37-7A801D66BA97","coordinates":[{"time":1,"latitude":2,\
            "longitude":3}]}]}}]}
            """
    }

    @Test func `a workout is an activity, and its samples and route make no data points`() throws {
        let points = try DataPoint.all(
            Self.document([("ActiveEnergyBurned", "kcal", 315), ("DistanceWalkingRunning", "m", 5_012.25)])
        )
        #expect(points.map(\.schema) == ["omh:physical-activity:1.2"])
        let point = points[0]
        #expect(point.id == Documents.sampleID.lowercased() && point.source == "Watch")
        #expect(point.times == ["2001-01-01T00:00:00.000+00:00", "2001-01-01T00:30:00.000+00:00"])
        #expect(point.body["activity_name"] as? String == "Swim Bike Run")
        #expect(point.measure("distance") == .init(value: 5_012.25, unit: "m"))
        #expect(point.measure("kcal_burned") == .init(value: 315, unit: "kcal"))
        #expect(point.body.count == 4)
    }

    @Test(
        arguments: [
            ([], nil, nil), ([("BasalEnergyBurned", "kcal", 9)], nil, nil), ([("DistanceRowing", "m", 0)], 0, nil),
            ([("DistanceSwimming", "m", 750), ("DistanceCycling", "m", 20_000)], 20_750, nil),
            ([("DistanceSwimming", "m", 1.5e308), ("DistanceCycling", "m", 1.5e308)], .greatestFiniteMagnitude, nil),
        ] as [([(String, String, Double)], Double?, Double?)]
    )
    func `the distance is the sum of all distances`(
        data: [(String, String, Double)],
        meters: Double?,
        energy: Double?
    ) throws {
        let point = try #require(try DataPoint.all(Self.document(data)).first)
        #expect(point.measure("distance")?.value == meters && point.measure("kcal_burned")?.value == energy)
    }

    @Test func `an average is no sum`() throws {
        let points = try DataPoint.all(Self.document([("DistanceRowing", "m", 5)], kind: "average"))
        #expect(points.map { $0.body["distance"] == nil } == [true])
    }

    @Test func `a workout that is not primary makes no data point`() throws {
        #expect(try DataPoint.all(Self.document(metadata: #""primary":{"quantity":0,"unit":"bool"}"#)).isEmpty)
    }

    @Test func `a workout that a person entered is self-reported, in its own zone`() throws {
        let metadata =
            #""HKWasUserEntered":{"quantity":1,"unit":"bool"},"HKTimeZone":{"quantity":0,"unit":"Asia/Tokyo"}"#
        let point = try #require(try DataPoint.all(Self.document(metadata: metadata)).first)
        #expect(point.modality == "self-reported" && point.created == "2001-01-01T09:30:00.000+09:00")
    }
}

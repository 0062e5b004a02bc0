import Testing
import Vocabulary

/// The structs of HealthKitReporter, against native uploads that say the same.
@Suite struct HealthKitReporterTests {
    /// A struct, and the native sample that says the same.
    struct Twin: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let element: String
        let native: String
    }

    /// 2024-01-05T10:00:00Z, and half an hour later.
    private static let times = #""startTimestamp":1704448800,"endTimestamp":1704450600.25"#
    private static let nativeTimes = #""start_date":"2024-01-05T10:00:00Z","end_date":"2024-01-05T10:30:00.250Z""#

    private static func twin(_ name: String, _ type: String, _ fields: String, _ native: String) -> Twin {
        Twin(
            testDescription: name,
            element: #"{"uuid":"\#(Line.id(1))","identifier":"\#(type)",\#(times),\#(fields)}"#,
            native: #"{"id":"\#(Line.id(1))","type":"\#(type)",\#(nativeTimes)\#(native)}"#
        )
    }

    private static let source =
        #""device":{"name":"A","manufacturer":"Apple Inc.","model":"Watch","hardwareVersion":"Watch6,1"},"sourceRevision":{"productType":"Watch6,1","systemVersion":"8.5.1","source":{"name":"W","bundleIdentifier":"com.w"},"operatingSystem":{"majorVersion":8,"minorVersion":5,"patchVersion":1},"version":"8.5"}"#
    private static let nativeSource =
        #","device":{"name":"A","manufacturer":"Apple Inc.","model":"Watch","hardwareVersion":"Watch6,1"},"source":{"name":"W","bundle_identifier":"com.w","product_type":"Watch6,1","version":"8.5"}"#

    private static let steps = "HKQuantityTypeIdentifierStepCount"

    static let twins: [Twin] = [
        twin("a quantity", steps, #""harmonized":{"value":5,"unit":"count"}"#, #","value":5,"unit":"count""#),
        twin("an older quantity", steps, #""serialized":{"value":5,"unit":"count"}"#, #","value":5,"unit":"count""#),
        twin(
            "a large calorie",
            "HKQuantityTypeIdentifierActiveEnergyBurned",
            #""harmonized":{"value":5,"unit":"Cal"}"#,
            #","value":5,"unit":"kcal""#
        ),
        twin(
            "source, device and operating system",
            steps,
            #""harmonized":{"value":5,"unit":"count"},"# + source,
            #","value":5,"unit":"count","metadata":{"operatingSystemVersion":"8.5.1"}"# + nativeSource
        ),
        twin(
            "metadata that is wrapped",
            steps,
            #""harmonized":{"value":5,"unit":"count","metadata":{"double":{"dictionary":{"HKWasUserEntered":1}}}}"#,
            #","value":5,"unit":"count","metadata":{"HKWasUserEntered":1}"#
        ),
        twin(
            "metadata that is not wrapped, and fields without a name of their own",
            steps,
            #""extra":[{"b":1,"a":null}],"harmonized":{"value":5,"unit":"count","more":true,"metadata":{"string":"x"}}"#,
            #","value":5,"unit":"count","metadata":{"string":"x","more":true,"extra":"[{\"b\":1}]"}"#
        ),
        twin(
            "metadata that is wrapped and empty",
            steps,
            #""harmonized":{"value":5,"unit":"count","metadata":{"string":{}}}"#,
            #","value":5,"unit":"count""#
        ),
        twin(
            "a category",
            "HKCategoryTypeIdentifierSleepAnalysis",
            #""harmonized":{"value":5,"description":"HKCategoryValueSleepAnalysis","detail":"Asleep REM"}"#,
            #","value":5"#
        ),
        twin(
            "a correlation",
            "HKCorrelationTypeIdentifierBloodPressure",
            #""harmonized":{"quantitySamples":[{"uuid":"\#(Line.id(2))","identifier":"HKQuantityTypeIdentifierBloodPressureSystolic",\#(times),"harmonized":{"value":120,"unit":"mmHg"}}],"categorySamples":[]}"#,
            #","objects":[{"id":"\#(Line.id(2))","type":"HKQuantityTypeIdentifierBloodPressureSystolic",\#(nativeTimes),"value":120,"unit":"mmHg"}]"#
        ),
        twin(
            "a workout",
            "HKWorkoutTypeIdentifier",
            #""duration":1500.5,"workoutEvents":[{"startTimestamp":1704449000,"endTimestamp":1704449000,"duration":0,"harmonized":{"value":1,"description":"Pause","metadata":{"double":{"dictionary":{"x":1}}}}}],"harmonized":{"value":13,"description":"Cycling","totalEnergyBurned":200,"totalEnergyBurnedUnit":"Cal","totalDistance":9000,"totalDistanceUnit":"m","totalSwimmingStrokeCount":null,"totalSwimmingStrokeCountUnit":"count","totalFlightsClimbed":3,"totalFlightsClimbedUnit":"count","metadata":{"HKIndoorWorkout":"0"}}"#,
            #","workout_activity_type":13,"duration":1500.5,"events":[{"type":1,"start_date":"2024-01-05T10:03:20Z","end_date":"2024-01-05T10:03:20Z","metadata":{"x":1}}],"statistics":{"HKQuantityTypeIdentifierActiveEnergyBurned":{"sum":200,"unit":"kcal"},"HKQuantityTypeIdentifierDistanceCycling":{"sum":9000,"unit":"m"},"HKQuantityTypeIdentifierFlightsClimbed":{"sum":3,"unit":"count"}},"metadata":{"HKIndoorWorkout":"0"}"#
        ),
        twin(
            "a route",
            "HKWorkoutRouteTypeIdentifier",
            #""harmonized":{"count":2,"routes":[{"locations":[{"timestamp":1704448801,"latitude":54.1,"longitude":25.2,"altitude":100,"course":90,"courseAccuracy":1,"speed":2,"speedAccuracy":1,"floor":1,"horizontalAccuracy":3,"verticalAccuracy":4}],"done":false},{"locations":[{"timestamp":1704448802.5,"latitude":54.2,"longitude":25.3}],"done":true}]}"#,
            #","locations":[{"timestamp":"2024-01-05T10:00:01Z","latitude":54.1,"longitude":25.2,"altitude":100,"course":90,"speed":2,"horizontal_accuracy":3,"vertical_accuracy":4},{"timestamp":"2024-01-05T10:00:02.500Z","latitude":54.2,"longitude":25.3}],"metadata":{"count":2}"#
        ),
        twin(
            "an electrocardiogram",
            "HKDataTypeIdentifierElectrocardiogram",
            #""harmonized":{"averageHeartRate":68,"averageHeartRateUnit":"count/min","samplingFrequency":512,"samplingFrequencyUnit":"Hz","classification":"Sinus rhytm","symptomsStatus":"None","voltageMeasurements":[{"harmonized":{"value":0.5,"unit":"V"},"timeSinceSampleStart":0},{"harmonized":{"value":0.25,"unit":"mV"},"timeSinceSampleStart":0.002}]}"#,
            #","classification":"Sinus rhytm","symptoms_status":"None","average_heart_rate":{"value":68,"unit":"count/min"},"sampling_frequency":{"value":512,"unit":"Hz"},"voltages":[500000,250]"#
        ),
        twin(
            "heartbeats",
            "HKDataTypeIdentifierHeartbeatSeries",
            #""harmonized":{"measurements":[{"timeSinceSeriesStart":0.5,"precededByGap":false,"done":false},{"timeSinceSeriesStart":1.5,"precededByGap":true,"done":true}]}"#,
            #","beats":[{"time_since_start":0.5,"preceded_by_gap":false},{"time_since_start":1.5,"preceded_by_gap":true}]"#
        ),
        twin(
            "a clinical record",
            "HKClinicalTypeIdentifierLabResultRecord",
            #""harmonized":{"displayName":"HbA1c","fhirVersion":"4.0.1","fhirData":"{\"resourceType\":\"Observation\"}","metadata":null}"#,
            #","display_name":"HbA1c","fhir_version":"4.0.1","fhir_resource":"{\"resourceType\":\"Observation\"}""#
        ),
        twin(
            "a prescription",
            "HKVisionPrescriptionTypeIdentifier",
            #""harmonized":{"dateIssuedTimestamp":1704448800000,"expirationDateTimestamp":1767520800500,"prescriptionType":{"id":1,"detail":"Glasses"}}"#,
            #","date_issued":"2024-01-05T10:00:00Z","expiration_date":"2026-01-04T10:00:00.500Z","prescription_type":1"#
        ),
        twin(
            "rings",
            "HKActivitySummaryTypeIdentifier",
            #""date":"2024-01-05","harmonized":{"activeEnergyBurned":512.5,"activeEnergyBurnedGoal":600,"activeEnergyBurnedUnit":"Cal","appleStandHours":11,"appleStandHoursUnit":"count"}"#,
            #","active_energy_burned":{"value":512.5,"unit":"Cal"},"active_energy_burned_goal":{"value":600,"unit":"Cal"},"apple_stand_hours":{"value":11,"unit":"count"}"#
        ),
        twin(
            "an audiogram",
            "HKDataTypeIdentifierAudiogram",
            #""harmonized":{"sensitivityPoints":[{"frequency":{"value":1000,"unit":"Hz"},"leftEarSensitivity":{"value":15,"unit":"dBHL"}}],"type":7}"#,
            #","sensitivity_points":[{"frequency":{"value":1000,"unit":"Hz"},"left_ear_sensitivity":{"value":15,"unit":"dBHL"}}],"metadata":{"type":7}"#
        ),
    ]

    private static func native(_ sample: String) -> [String: String] {
        var journey = Journey()
        journey.commit([.uploads(Line.upload("2024-01-06T00:00:00Z", [sample]), at: DialectRecord.time)])
        #expect(journey.refusals == [])
        return journey.documents
    }

    @Test(arguments: twins) func `a struct gives the documents of its native twin`(twin: Twin) {
        let expected = Self.native(twin.native)
        #expect(!expected.isEmpty)
        for record in [twin.element, "[\(twin.element)]", "{\"payloads\":[\(twin.element)]}"] {
            let record = DialectRecord(record)
            #expect(record.letters == [])
            #expect(record.documents == expected)
        }
    }

    private static let good =
        #"{"uuid":"\#(Line.id(1))","identifier":"\#(steps)",\#(times),"harmonized":{"value":5,"unit":"count"}}"#
    private static let workout =
        #"{"uuid":"\#(Line.id(3))","identifier":"HKWorkoutTypeIdentifier",\#(times),"duration":1,"workoutEvents":[],"harmonized":{"value":13}}"#

    private static let refusals: [(String, String, [String])] = [
        ("no object", "7", ["decodingError"]),
        ("no identifier", good.replacing("identifier", with: "x"), ["decodingError"]),
        ("an unknown type", good.replacing("StepCount", with: "Steps"), ["invalidIdentifier"]),
        ("a wrong id", good.replacing(Line.id(1), with: "1"), ["invalidIdentifier"]),
        ("no start", good.replacing("startTimestamp", with: "x"), ["decodingError"]),
        ("a start that is no number", good.replacing("1704448800,", with: "\"2024\","), ["decodingError"]),
        ("a start in milliseconds", good.replacing("1704448800,", with: "1704448800000,"), ["invalidValue"]),
        ("no data", good.replacing("harmonized", with: "x"), ["decodingError"]),
        ("a unit", good.replacing("\"count\"", with: "\"kg\""), ["invalidValue"]),
        ("a workout", workout.replacing(":13", with: ":9999"), ["invalidValue"]),
        ("an event", workout.replacing("[]", with: "[1]"), ["decodingError"]),
    ]

    @Test(arguments: refusals)
    func `a refusal names the place of the struct, and carries its bytes`(
        name: String,
        element: String,
        expected: [String]
    ) {
        let other = Self.good.replacing(Line.id(1), with: Line.id(2))
        let list = DialectRecord("[ \(other), \(element) ]")
        #expect(list.letters == expected.map { "\($0) /1 \(element)" })
        #expect(list.accounting.new == 1 && list.accounting.isBalanced)
        let payloads = DialectRecord("{\"payloads\": [\(element)]}")
        #expect(payloads.letters == expected.map { "\($0) /payloads/0 \(element)" })
    }

    @Test func `a heartbeat that is not an object is refused as that`() throws {
        let series = #"{"uuid":"\#(Line.id(1))","identifier":"HKDataTypeIdentifierHeartbeatSeries",\#(Self.times),"#
        var journey = Journey()
        journey.commit([
            .uploads(series + #""harmonized":{"measurements":[null,5]}}"#, at: DialectRecord.time)
        ])
        let letter = try #require(journey.records.first { $0.deadLetter != nil })
        let message = try #require(letter.headers.first { $0.name == "fork-error-message" }).value
        #expect(String(decoding: message, as: UTF8.self).contains("an array of objects"))
    }

    @Test func `a refused struct that is the whole record has no path`() {
        let element = Self.good.replacing("\"count\"", with: "\"kg\"")
        #expect(DialectRecord(element).letters == ["invalidValue " + element])
    }

    @Test func `a hundred refusals have a letter each, the rest the whole list`() {
        let list = "[" + Self.good + String(repeating: ",1", count: 103) + "]"
        let record = DialectRecord(list)
        #expect(record.letters.count == 101)
        #expect(record.letters[99] == "decodingError /100 1")
        #expect(record.letters[100] == "decodingError 3 " + list)
        let payloads = DialectRecord("{\"payloads\":\(list)}")
        #expect(payloads.letters[100].hasPrefix("decodingError /payloads 3 "))
    }

    @Test func `an id alone is a deletion, and with any other field it is none`() {
        let deletion = #"{"uuid":"\#(Line.id(1))","metadata":null}"#
        let record = DialectRecord("[\(Self.good),\(deletion)]")
        #expect(record.accounting.deletions == 1 && record.accounting.deletedBeforeArrival == 1)
        #expect(record.documents.isEmpty && record.letters == [])
        let broken = #"{"uuid":"\#(Line.id(1))","startTimestamp":1}"#
        #expect(DialectRecord("[\(Self.good),\(broken)]").letters == ["decodingError /1 " + broken])
        #expect(DialectRecord(deletion).accounting.deletions == 1)
        #expect(DialectRecord(#"[{"uuid":"1"}]"#).letters == [#"invalidIdentifier /0 {"uuid":"1"}"#])
    }

    @Test func `a list without structs is no record of a dialect`() {
        for record in ["[]", "[1]", "[{}]"] { #expect(DialectRecord(record).letters == ["decodingError " + record]) }
        #expect(DialectRecord(#"{"payloads":[]}"#).letters == [#"noData {"payloads":[]}"#])
        #expect(DialectRecord(#"{"payloads":7}"#).letters == [#"decodingError {"payloads":7}"#])
    }

    @Test func `a struct without id has one of its bytes`() {
        let rings =
            #"{"identifier":"HKActivitySummaryTypeIdentifier","date":"2024-01-05","harmonized":{"activeEnergyBurned":1,"activeEnergyBurnedUnit":"kcal"}}"#
        let once = DialectRecord("[\(rings)]").documents
        #expect(once["activitiesSummary/2024-01-05"]?.contains("active_energy_burned") == true)
        // Another list with the same struct, at another place.
        let again = DialectRecord("{\"payloads\": [\(Self.good), \(rings)]}")
        // The version 5 UUID of `dialect/c/HKActivitySummaryTypeIdentifier/726148800000/` and the struct's SHA-1.
        let id = "860AB288-0902-5827-899F-5A41281250DA"
        #expect(once["activitiesSummary/2024-01-05"]?.contains(id) == true)
        #expect(again.documents["activitiesSummary/2024-01-05"]?.contains(id) == true)
        let other = DialectRecord("[\(rings.replacing(":1,", with: ":2,"))]").documents
        #expect(other["activitiesSummary/2024-01-05"]?.contains(id) == false)
        // That of `dialect/c/` and the SHA-1 of the record.
        #expect(DialectRecord("[\(rings)]").uploads == ["6DACC077-AF10-514C-AB9D-9722EAF9FD82"])
    }

    @Test func `the characteristics of a person are a sample each, of those that are set`() {
        let person =
            #"{"biologicalSex":"Female","birthday":"1989-05-12T00:00:00.000+02:00","bloodType":"A+","fitzpatrickSkinType":"na","wheelchairUse":null}"#
        let record = DialectRecord(person)
        #expect(record.letters == [] && record.accounting.new == 3)
        let document = record.documents["characteristic"] ?? ""
        #expect(document.contains(#""unit":"1989-05-12""#) && document.contains(#""unit":"A+""#))
        #expect(!document.contains("Fitzpatrick") && !document.contains("Wheelchair"))
    }

    @Test func `the same bytes are the same upload, and others are another`() {
        let first = DialectRecord("[\(Self.good)]").uploads
        #expect(first.count > 0 && Set(first).count == 1)
        #expect(DialectRecord("[\(Self.good)]", at: DialectRecord.time + 1).uploads == first)
        #expect(DialectRecord("[ \(Self.good)]").uploads != first)
    }
}

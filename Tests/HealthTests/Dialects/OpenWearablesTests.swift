import Testing
import Vocabulary

/// The bodies of the Open Wearables SDK, against native uploads that say the same.
@Suite struct OpenWearablesTests {
    /// An element of a body, and the native sample that says the same.
    struct Twin: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var records: [String] = []
        var sleep: [String] = []
        var workouts: [String] = []
        let native: [String]

        init(
            _ name: String,
            records: [String] = [],
            sleep: [String] = [],
            workouts: [String] = [],
            native: [String]
        ) {
            testDescription = name
            (self.records, self.sleep, self.workouts, self.native) = (records, sleep, workouts, native)
        }
    }

    private static let dates = #""startDate":"2024-01-05T10:00:00Z","endDate":"2024-01-05T10:30:00Z""#
    private static let nativeDates = #""start_date":"2024-01-05T10:00:00Z","end_date":"2024-01-05T10:30:00Z""#

    private static func sleep(_ stage: String, _ code: Int) -> Twin {
        Twin(
            "sleep \(stage)",
            sleep: [#"{"id":"\#(Line.id(1))","stage":"\#(stage)",\#(dates),"zoneOffset":null,"values":null}"#],
            native: [
                #"{"id":"\#(Line.id(1))","type":"HKCategoryTypeIdentifierSleepAnalysis","value":\#(code),\#(nativeDates)}"#
            ]
        )
    }

    private static func workout(_ type: String, _ code: Int, _ values: String, _ more: String) -> Twin {
        Twin(
            "workout \(type) \(values.prefix(40))",
            workouts: [
                #"{"id":"\#(Line.id(1))","parentId":null,"type":"\#(type)",\#(dates),"title":null,"values":[\#(values)],"laps":null}"#
            ],
            native: [
                #"{"id":"\#(Line.id(1))","type":"HKWorkoutTypeIdentifier","workout_activity_type":\#(code),\#(nativeDates)\#(more)}"#
            ]
        )
    }

    private static func record(_ name: String, _ fields: String, _ native: String) -> Twin {
        Twin(
            name,
            records: [#"{"id":"\#(Line.id(1))",\#(dates),\#(fields)}"#],
            native: [#"{"id":"\#(Line.id(1))",\#(nativeDates),\#(native)}"#]
        )
    }

    private static let heart = #""type":"HKQuantityTypeIdentifierHeartRate","value":61"#

    static let twins: [Twin] =
        [
            record("a unit of another name", heart + #","unit":"bpm""#, heart + #","unit":"count/min""#),
            record(
                "breaths",
                #""type":"HKQuantityTypeIdentifierRespiratoryRate","value":14,"unit":"breaths/min""#,
                #""type":"HKQuantityTypeIdentifierRespiratoryRate","value":14,"unit":"count/min""#
            ),
            record(
                "a body mass index",
                #""type":"HKQuantityTypeIdentifierBodyMassIndex","value":22,"unit":"kg/m²""#,
                #""type":"HKQuantityTypeIdentifierBodyMassIndex","value":22,"unit":"count""#
            ),
            record(
                "oxygen uptake",
                #""type":"HKQuantityTypeIdentifierVO2Max","value":44,"unit":"mL/kg/min""#,
                #""type":"HKQuantityTypeIdentifierVO2Max","value":44,"unit":"mL/kg·min""#
            ),
            record(
                "an oxygen saturation in hundredths",
                #""type":"HKQuantityTypeIdentifierOxygenSaturation","value":97,"unit":"%""#,
                #""type":"HKQuantityTypeIdentifierOxygenSaturation","value":0.97,"unit":"%""#
            ),
            record(
                "an oxygen saturation as a fraction",
                #""type":"HKQuantityTypeIdentifierOxygenSaturation","value":0.97,"unit":"%""#,
                #""type":"HKQuantityTypeIdentifierOxygenSaturation","value":0.97,"unit":"%""#
            ),
            record(
                "source, device and operating system",
                heart
                    + #","unit":"bpm","source":{"name":"W","bundleIdentifier":"com.w","productType":"Watch6,9","deviceName":"A","deviceManufacturer":"Apple Inc.","deviceModel":"Watch","deviceHardwareVersion":"Watch6,9","deviceSoftwareVersion":"10.4","operatingSystemVersion":{"majorVersion":10,"minorVersion":3,"patchVersion":1}}"#,
                heart
                    + #","unit":"count/min","source":{"name":"W","bundle_identifier":"com.w","product_type":"Watch6,9"},"device":{"name":"A","manufacturer":"Apple Inc.","model":"Watch","hardwareVersion":"Watch6,9","softwareVersion":"10.4"},"metadata":{"operatingSystemVersion":"10.3.1"}"#
            ),
            record(
                "a source of a newer version",
                heart
                    + #","unit":"bpm","source":{"appId":"com.w","deviceId":null,"deviceType":"watch","deviceModel":"Watch6,9"}"#,
                heart
                    + #","unit":"count/min","source":{"bundle_identifier":"com.w"},"device":{"model":"Watch6,9"},"metadata":{"deviceType":"watch"}"#
            ),
            record(
                "metadata, and fields without a name of their own",
                heart
                    + #","unit":"bpm","metadata":{"HKMetadataKeyHeartRateMotionContext":1},"parentId":"p","note":{"b":[1,null],"a":{}},"none":null"#,
                heart
                    + #","unit":"count/min","metadata":{"HKMetadataKeyHeartRateMotionContext":1,"parentId":"p","note":"{\"a\":{},\"b\":[1]}"}"#
            ),
            record(
                "a category",
                #""type":"HKCategoryTypeIdentifierHeadache","value":2,"unit":null"#,
                #""type":"HKCategoryTypeIdentifierHeadache","value":2"#
            ),
            workout(
                "running",
                37,
                #"{"type":"duration","unit":"min","value":25},{"type":"distance","unit":"m","value":5000},{"type":"minHeartRate","unit":"bpm","value":90},{"type":"averageHeartRate","unit":"bpm","value":140},{"type":"maxHeartRate","unit":"count/s","value":3}"#,
                #","duration":1500,"statistics":{"HKQuantityTypeIdentifierDistanceWalkingRunning":{"sum":5000,"unit":"m"},"HKQuantityTypeIdentifierHeartRate":{"minimum":90,"average":140,"maximum":180,"unit":"count/min"}}"#
            ),
            workout(
                "swimming",
                46,
                #"{"type":"activeEnergyBurned","unit":"kcal","value":300},{"type":"basalEnergyBurned","unit":"kcal","value":50},{"type":"swimmingStrokeCount","unit":"count","value":800},{"type":"stepCount","unit":"count","value":3},{"type":"flightsClimbed","unit":"count","value":2}"#,
                #","statistics":{"HKQuantityTypeIdentifierActiveEnergyBurned":{"sum":300,"unit":"kcal"},"HKQuantityTypeIdentifierBasalEnergyBurned":{"sum":50,"unit":"kcal"},"HKQuantityTypeIdentifierSwimmingStrokeCount":{"sum":800,"unit":"count"},"HKQuantityTypeIdentifierStepCount":{"sum":3,"unit":"count"},"HKQuantityTypeIdentifierFlightsClimbed":{"sum":2,"unit":"count"}}"#
            ),
            workout(
                "hiking",
                24,
                #"{"type":"elevationAscended","unit":"m","value":120},{"type":"elevationDescended","unit":"m","value":80},{"type":"averageMETs","unit":"kcal/kg/hr","value":5},{"type":"indoorWorkout","unit":"bool","value":0},{"type":"weatherTemperature","unit":"degC","value":7},{"type":"weatherHumidity","unit":"%","value":57},{"type":"weatherCondition","unit":"enum","value":1},{"type":"appleNewFigure","unit":"W","value":250}"#,
                #","metadata":{"HKElevationAscended":{"value":120,"unit":"m"},"HKElevationDescended":{"value":80,"unit":"m"},"HKAverageMETs":{"value":5,"unit":"kcal/hr·kg"},"HKIndoorWorkout":false,"HKWeatherTemperature":{"value":7,"unit":"degC"},"HKWeatherHumidity":{"value":57,"unit":"%"},"HKWeatherCondition":1,"appleNewFigure":{"value":250,"unit":"W"}}"#
            ),
            workout(
                "running",
                37,
                #"{"type":"averageRunningPower","unit":"W","value":250},{"type":"averageRunningSpeed","unit":"m/s","value":3},{"type":"averageRunningStrideLength","unit":"m","value":1.2},{"type":"averageVerticalOscillation","unit":"cm","value":9},{"type":"averageGroundContactTime","unit":"ms","value":240},{"type":"averageSpeed","unit":"m/s","value":3},{"type":"maxSpeed","unit":"m/s","value":4}"#,
                #","statistics":{"HKQuantityTypeIdentifierRunningPower":{"average":250,"unit":"W"},"HKQuantityTypeIdentifierRunningSpeed":{"average":3,"unit":"m/s"},"HKQuantityTypeIdentifierRunningStrideLength":{"average":1.2,"unit":"m"},"HKQuantityTypeIdentifierRunningVerticalOscillation":{"average":9,"unit":"cm"},"HKQuantityTypeIdentifierRunningGroundContactTime":{"average":240,"unit":"ms"}},"metadata":{"HKAverageSpeed":{"value":3,"unit":"m/s"},"HKMaximumSpeed":{"value":4,"unit":"m/s"}}"#
            ),
            workout(
                "swimming",
                46,
                #"{"type":"lapLength","unit":"m","value":25},{"type":"swimmingLocationType","unit":"enum","value":1}"#,
                #","metadata":{"HKLapLength":{"value":25,"unit":"m"},"HKSwimmingLocationType":1}"#
            ),
            record(
                "metadata as text",
                heart
                    + #","unit":"bpm","metadata":{"HKWasUserEntered":"true","HKIndoorWorkout":"0","HKWeatherCondition":"2","HKAverageMETs":"4.5 kcal/(kg*hr)","HKLapLength":"25","HKExternalUUID":"1","own":"1"}"#,
                heart
                    + #","unit":"count/min","metadata":{"HKWasUserEntered":true,"HKIndoorWorkout":false,"HKWeatherCondition":2,"HKAverageMETs":{"value":4.5,"unit":"kcal/(kg*hr)"},"HKLapLength":25,"HKExternalUUID":"1","own":"1"}"#
            ),
            record(
                "a sample that its owner has typed in",
                heart + #","unit":"bpm","source":{"recordingMethod":"manual"}"#,
                heart + #","unit":"count/min","metadata":{"HKWasUserEntered":true}"#
            ),
            record(
                "a sample that was recorded",
                heart + #","unit":"bpm","source":{"recordingMethod":"automatic"}"#,
                heart + #","unit":"count/min","metadata":{"recordingMethod":"automatic"}"#
            ),
            workout("hiit", 63, "", ""), workout("cross_country_skiing", 60, "", ""),
            workout("HKWorkoutActivityTypeYoga", 57, "", ""),
        ]
        + [("in_bed", 0), ("inBed", 0), ("sleeping", 1), ("asleep", 1), ("unknown", 1), ("awake", 2), ("light", 3)]
        .map(sleep) + [("deep", 4), ("rem", 5)].map(sleep)

    @Test(arguments: twins) func `a body gives the documents of its native twin`(twin: Twin) {
        let record = DialectRecord(
            DialectRecord.body(records: twin.records, sleep: twin.sleep, workouts: twin.workouts)
        )
        #expect(record.letters == [])
        var native = Journey()
        native.commit([.uploads(Line.upload("2024-01-06T00:00:00Z", twin.native), at: DialectRecord.time)])
        #expect(!native.documents.isEmpty && native.refusals == [])
        #expect(record.documents == native.documents)
    }

    private static let distances: [(String, String)] = [
        ("cycling", "DistanceCycling"), ("handCycling", "DistanceCycling"), ("swimming", "DistanceSwimming"),
        ("wheelchairWalkPace", "DistanceWheelchair"), ("wheelchairRunPace", "DistanceWheelchair"),
        ("downhillSkiing", "DistanceDownhillSnowSports"), ("snowboarding", "DistanceDownhillSnowSports"),
        ("crossCountrySkiing", "DistanceCrossCountrySkiing"), ("paddleSports", "DistancePaddleSports"),
        ("rowing", "DistanceRowing"), ("skatingSports", "DistanceSkatingSports"),
        ("walking", "DistanceWalkingRunning"), ("other", "DistanceWalkingRunning"),
    ]

    @Test(arguments: distances) func `a plain distance is of the way to move`(type: String, distance: String) {
        let workout = """
            {"id":"\(Line.id(1))","type":"\(type)",\(Self.dates),"values":[{"type":"distance","unit":"m","value":9}]}
            """
        let document = DialectRecord(DialectRecord.body(workouts: [workout])).documents["workouts/\(Line.id(1))"]
        #expect(document?.contains("\"HKQuantityTypeIdentifier\(distance)\":[") == true)
        #expect(Catalogue.sampleType(named: "HKQuantityTypeIdentifier" + distance) != nil)
    }

    private static let good = #"{"id":"\#(Line.id(1))",\#(dates),\#(heart),"unit":"bpm"}"#

    private static let refusals: [(String, String, [String])] = [
        ("another provider", body.replacing("\"apple\"", with: "\"google\""), ["invalidType"]),
        ("a wrong time", body.replacing("2024-01-06T00", with: "2024-01-06 00"), ["decodingError"]),
        ("a list that is none", #"{"data":{"records":{}}}"#, ["decodingError"]),
        ("nothing", DialectRecord.body(), ["noData"]),
        (
            "no object", DialectRecord.body(records: ["7", good, "[]"]),
            ["decodingError /data/records/0 7", "decodingError /data/records/2"]
        ),
        (
            "no start", DialectRecord.body(records: [good.replacing("startDate", with: "x")]),
            ["decodingError /data/records/0"]
        ),
        (
            "a stage", DialectRecord.body(sleep: [sleepRecord("rem"), sleepRecord("dozing")]),
            ["invalidValue /data/sleep/1"]
        ),
        (
            "no stage", DialectRecord.body(sleep: [sleepRecord("rem").replacing("stage", with: "x")]),
            ["decodingError /data/sleep/0"]
        ),
        ("a workout", DialectRecord.body(workouts: [workoutRecord("quidditch")]), ["invalidValue /data/workouts/0"]),
        ("a capital", DialectRecord.body(workouts: [workoutRecord("Running")]), ["invalidValue /data/workouts/0"]),
        (
            "what the native form refuses",
            DialectRecord.body(
                records: [good, good.replacing("bpm", with: "kg"), good.replacing("HeartRate", with: "Heart")]
            ),
            ["invalidValue /data/records/1", "invalidIdentifier /data/records/2"]
        ),
        (
            "a wrong id", DialectRecord.body(records: [good.replacing(Line.id(1), with: "1")]),
            ["invalidIdentifier /data/records/0"]
        ),
    ]

    @Test(arguments: [#""metadata":{"HKWasUserEntered":"1"}"#, #""source":{"recordingMethod":"manual"}"#])
    func `steps that were typed in do not cover the phone's`(fields: String) {
        func steps(_ number: Int, _ value: Int, _ fields: String) -> String {
            let type = #""type":"HKQuantityTypeIdentifierStepCount","unit":"count""#
            return #"{"id":"\#(Line.id(number))",\#(type),"value":\#(value),\#(Self.dates),\#(fields)}"#
        }
        let phone = steps(1, 3_000, #""source":{"appId":"com.apple.health.0E5C"}"#)
        let record = DialectRecord(DialectRecord.body(records: [phone, steps(2, 12_000, fields)]))
        let sum = #""value":{"quantity":3000,"unit":"count"},"type":"sum""#
        #expect(record.letters == [] && record.documents["steps/2024-01-05"]?.contains(sum) == true)
    }

    private static func body(and lists: String) -> String {
        body.replacing("\"data\":{", with: "\"data\":{\(lists),")
    }

    @Test func `a list that is not translated is refused by itself, with its bytes`() {
        let record = DialectRecord(Self.body(and: #""nutrition":[{"id":1},{"id":2}],"route":{"a":1},"empty":[],"n":1"#))
        #expect(
            record.letters == [
                #"invalidType /data/nutrition [{"id":1},{"id":2}]"#, #"invalidType /data/route {"a":1}"#,
            ]
        )
        #expect(record.accounting.isBalanced && record.accounting.refused == 2 && record.accounting.new == 1)
    }

    @Test(
        arguments: [
            (#"{"data":{"metrics":[{"name":"step_count"}],"workouts":[]}}"#, "data.metrics"),
            (#"{"data":{"metrics":[{"name":"step_count"}]}}"#, "data.metrics"),
            (#"{"data":{"metrics":[],"workouts":[{"start":"2026-03-05 10:00:00 +0100"}]}}"#, "data.metrics"),
            (#"{"data":{"workouts":[{"start":"2026-03-05 10:00:00 +0100"}]}}"#, "data.workouts"),
            (#"{"data":{"stateOfMind":[{"id":1}]}}"#, "data.stateOfMind"),
        ]
    )
    func `a body of another exporter is refused whole, and the message names what it has`(body: String, name: String) {
        var journey = Journey()
        journey.commit([.uploads(body, at: DialectRecord.time)])
        let letter = journey.records.first { $0.deadLetter != nil }
        let texts = letter?.headers.map { "\($0.name): \(String(decoding: $0.value, as: UTF8.self))" } ?? []
        #expect(texts.contains("fork-error-code: invalidType"))
        #expect(!texts.contains { $0.hasPrefix("fork-error-path") })
        #expect(texts.contains { $0.hasPrefix("fork-error-message: ") && $0.contains("`\(name)`") })
        #expect(letter?.value == Array(body.utf8))
    }

    private static let body = DialectRecord.body(records: [good])

    private static func sleepRecord(_ stage: String) -> String {
        #"{"id":"\#(Line.id(2))",\#(dates),"stage":"\#(stage)"}"#
    }

    private static func workoutRecord(_ type: String) -> String {
        #"{"id":"\#(Line.id(3))",\#(dates),"type":"\#(type)"}"#
    }

    @Test(arguments: refusals)
    func `a refusal names the place in the body, and carries its bytes`(name: String, body: String, expected: [String])
    {
        let record = DialectRecord(body)
        #expect(record.refusals == expected)
        #expect(record.accounting.isBalanced)
        for letter in record.letters where letter.contains("/data/") {
            let bytes = letter.split(separator: " ", maxSplits: 2).last ?? ""
            #expect(body.contains(bytes) && bytes.count < body.count)
        }
    }

    @Test func `the offset of an element is its zone, and no metadata`() {
        let sample = Self.good.replacing("10:00:00Z", with: "23:30:00Z").replacing("10:30:00Z", with: "23:30:00Z")
        let moved = sample.dropLast() + #","zoneOffset":"+02:00"}"#
        let record = DialectRecord(DialectRecord.body(records: [String(moved)]))
        let document = record.documents["activitiesSummary/2024-01-06"]
        #expect(document?.contains(#""time_zone":"+02:00""#) == true)
        #expect(record.documents.values.allSatisfy { !$0.contains("zoneOffset") })
    }

    @Test func `a hundred refusals have a letter each, the rest the whole body and the place of their list`() {
        let body = DialectRecord.body(
            records: Array(repeating: "1", count: 60),
            sleep: Array(repeating: "2", count: 90)
        )
        let record = DialectRecord(body)
        #expect(record.letters.count == 101)
        #expect(record.letters[59] == "decodingError /data/records/59 1")
        #expect(record.letters[99] == "decodingError /data/sleep/39 2")
        #expect(record.letters[100] == "decodingError /data/sleep 50 " + body)
        #expect(record.accounting.refused == 150)
    }

    @Test func `a body without a time has the time of its record`() {
        let body = Self.body.replacing(#""syncTimestamp":"2024-01-06T00:00:00Z","#, with: "")
        let documents = DialectRecord(body, at: DialectRecord.time + 1_500).documents
        #expect(!documents.isEmpty)
        #expect(documents.values.allSatisfy { $0.contains("\"collected_at\":726192001.5") })
    }

    @Test func `a native upload with a field of a dialect is a native upload`() {
        let upload = Line.upload("2024-01-06T00:00:00Z", [Line.steps(1, "2024-01-05T10:00Z", "2024-01-05T10:01Z", 5)])
        let both = "{\"data\":{\"records\":[1]},\"uuid\":\"x\"," + upload.dropFirst()
        let record = DialectRecord(both)
        #expect(record.letters == [] && record.documents["steps/2024-01-05"] != nil)
    }
}

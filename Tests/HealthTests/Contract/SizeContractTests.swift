import Health
import Testing
import Vocabulary

/// The worst that uploads can bring: no record of a document or a job is longer than the table of bounds says, whatever
/// the limit, and what would make one so is refused.
@Suite struct SizeContractTests {
    /// What samples are made of that documents can hardly bear.
    enum Worst: CaseIterable {
        case activities, eventsOfAnActivity, events, workoutOfEverything, longSources, longMetadata, condensed, series
        case electrocardiogram, correlation, route
    }

    @Test(arguments: [1_000, 2_000, 50_000, 280_000, 900_000], Worst.allCases)
    func `no document is longer than its limit, or than 300 kB`(limit: Int, worst: Worst) throws {
        var rules = Course.rules
        rules.documentMaxBytes = limit
        var course = Course(rules: rules)
        for upload in worst.uploads { course.commit([Array(upload.utf8)]) }
        #expect(course.accounting.refusals.isEmpty)
        #expect(course.accounting.new > 0)
        let bounds = RecordBounds(rules)
        let records = course.outcomes.flatMap(\.records)
        let longest = records.map { RecordBounds.bytes(of: $0) }.max() ?? 0
        #expect(longest <= bounds.document)
        for (key, bytes) in course.documents {
            var text = Course.essence(bytes)
            if let parts = text.firstRange(of: /,"parts":[0-9]+/) { text.removeSubrange(parts) }
            #expect(text.utf8.count <= max(limit, RecordBounds.uncutDocument), "\(key)")
        }
    }

    @Test func `what no cutting makes small enough is refused, one by one`() throws {
        var course = Course()
        let samples = Self.tooLarge.map { Line.sample($0, $1, "2024-01-05T10:00Z", "2024-01-05T11:00Z", $2) }
        let good = Line.steps(900, "2024-01-05T10:00Z", "2024-01-05T11:00Z", 5)
        course.commit([Array(Self.upload(samples + [good]).utf8)])
        #expect(course.accounting.refusals == [.tooLarge: samples.count])
        #expect(course.accounting.new == 1)
        let paths = course.outcomes.flatMap(\.records).compactMap { record in
            record.headers.first { $0.name == "fork-error-path" }.map { Course.text($0.value) }
        }
        #expect(paths == samples.indices.map { "/samples/\($0)" })
    }

    @Test(arguments: ["user_id", "app_id"]) func `an upload with a name of more than 1,000 bytes is refused`(
        field: String
    ) {
        for (length, codes) in [(1_000, [:]), (1_001, [RefusalCode.tooLarge: 1])] {
            var course = Course()
            let name = "\"\(field)\":\"\(String(repeating: "x", count: length))\","
            let steps = Line.steps(1, "2024-01-05T10:00Z", "2024-01-05T11:00Z", 5)
            course.commit([Array(Self.upload([steps], name).utf8)])
            #expect(course.accounting.refusals == codes)
        }
    }

    /// Samples just beyond what a document can show in one piece.
    private static let tooLarge: [(Int, String, String)] = [
        (1, steps, #""value":1,"unit":"count","metadata":{"a":"\#(text(262_000))"}"#),
        (2, steps, #""value":1,"unit":"count","junk":"\#(text(262_200))""#),
        (3, heartRate, #""value":1,"unit":"Hz","count":2,"minimum":1,"maximum":1,"metadata":{"a":"\#(text(87_400))"}"#),
        (4, "HKDataTypeStateOfMind", #""labels":[\#(list(2_700, "1"))]"#),
        (5, "HKDataTypeStateOfMind", #""deep":[{"\#(text(1_000))":"\#(quotes(66_000))"}]"#),
        (6, electrocardiogram, #""voltages":["\#(text(262_144))"]"#),
        (7, electrocardiogram, #""voltages":[["\#(quotes(66_000))"]]"#),
        (8, workout, #""workout_activity_type":37,"metadata":{"a":"\#(text(262_000))"}"#),
        (
            9, workout,
            #""workout_activity_type":37,"events":[{"type":1,"start_date":0,"metadata":{"a":"\#(text(262_100))"}}]"#
        ),
        (10, workout, #""workout_activity_type":37,"activities":[\#(activity(text(262_000)))]"#),
        (11, "HKWorkoutRouteTypeIdentifier", #""locations":[],"metadata":{"a":"\#(text(262_100))"}"#),
        (
            12, steps,
            #""value":1,"unit":"count","source":{"name":"\#(text(3_000))"},"device":{"name":"\#(text(1_080))"}"#
        ),
        (13, "HKCorrelationTypeIdentifierBloodPressure", #""objects":[\#(members(1_400))]"#),
    ]

    static let steps = "HKQuantityTypeIdentifierStepCount"
    static let heartRate = "HKQuantityTypeIdentifierHeartRate"
    static let electrocardiogram = "HKDataTypeIdentifierElectrocardiogram"
    static let workout = "HKWorkoutTypeIdentifier"

    static func text(_ count: Int) -> String { String(repeating: "x", count: count) }
    static func quotes(_ count: Int) -> String { String(repeating: #"\""#, count: count) }
    static func list(_ count: Int, _ element: String) -> String {
        repeatElement(element, count: count).joined(separator: ",")
    }
    static func activity(_ metadata: String, events: String = "") -> String {
        #"{"id":"\#(Line.id(77))","start_date":726228000,"end_date":726228060,"events":[\#(events)],"metadata":{"a":"\#(metadata)"}}"#
    }
    static func members(_ count: Int) -> String {
        (0..<count).map { index in
            Line.sample(
                5_000 + index,
                "HKQuantityTypeIdentifierBloodPressureSystolic",
                "2024-01-05T10:00Z",
                "2024-01-05T10:00Z",
                #""value":120,"unit":"mmHg","source":{"name":"\#(index)"},"device":{"name":"\#(index)"}"#
            )
        }.joined(separator: ",")
    }

    static func upload(_ samples: [String], _ more: String = "") -> String {
        #"{"upload_id":"\#(Line.id(999))","connection_id":"conn-7",\#(more)"collected_at":"2024-01-06T00:00:00Z","samples":[\#(samples.joined(separator: ","))]}"#
    }
}

extension SizeContractTests.Worst {
    private typealias Suite = SizeContractTests

    /// Uploads with it, of which all is accepted.
    var uploads: [String] {
        switch self {
        case .activities:
            let activities = (0..<1_500).map { index in
                #"{"id":"\#(Line.id(index))","start_date":726228000,"end_date":726228060,"metadata":{"a":1}}"#
            }
            return [
                one(Suite.workout, #""workout_activity_type":37,"activities":[\#(activities.joined(separator: ","))]"#)
            ]
        case .eventsOfAnActivity:
            let activity = Suite.activity(Suite.text(200_000), events: Suite.list(800, event))
            return [one(Suite.workout, #""workout_activity_type":37,"activities":[\#(activity)]"#)]
        case .events:
            return [one(Suite.workout, #""workout_activity_type":37,"events":[\#(Suite.list(3_000, event))]"#)]
        case .workoutOfEverything: return [workoutOfEverything]
        case .longSources:
            let samples = (0..<80).map { index in
                sample(index, Suite.heartRate, #""value":1,"unit":"Hz",\#(origin(index))"#)
            }
            return [Suite.upload(samples)]
        case .longMetadata:
            let samples = (0..<4).map { index in
                let metadata = #""metadata":{"a":"\#(Suite.text(256_000))"}"#
                return sample(index, Suite.heartRate, #""value":1,"unit":"Hz",\#(origin(index)),\#(metadata)"#)
            }
            return [Suite.upload(samples)]
        case .condensed:
            let values = #""value":1,"unit":"Hz","count":2,"minimum":1,"maximum":1"#
            return [one(Suite.heartRate, values + #","metadata":{"a":"\#(Suite.text(87_000))"},\#(origin(1))"#)]
        case .series: return [one("HKDataTypeStateOfMind", #""labels":[\#(Suite.list(1_900, "1"))],\#(origin(1))"#)]
        case .electrocardiogram:
            let metadata = #""metadata":{"a":"\#(Suite.text(250_000))"}"#
            return [one(Suite.electrocardiogram, #""voltages":[\#(Suite.list(2_000, "-1.25"))],\#(metadata)"#)]
        case .correlation:
            return [one("HKCorrelationTypeIdentifierBloodPressure", #""objects":[\#(Suite.members(900))]"#)]
        case .route:
            let point = #"{"timestamp":726228000,"latitude":54.123456,"longitude":25.123456}"#
            let metadata = #""metadata":{"a":"\#(Suite.text(255_000))"}"#
            return [one("HKWorkoutRouteTypeIdentifier", #""locations":[\#(Suite.list(2_000, point))],\#(metadata)"#)]
        }
    }

    /// A workout with as much metadata as there may be, and a sample of each quantity type with the longest numbers.
    private var workoutOfEverything: String {
        let samples = Catalogue.sampleTypes.filter { $0.kind == .quantity }.enumerated().map { index, type in
            let unit = type.canonicalUnit?.string ?? "count"
            let value = #""value":1.2345678901234567e-300,"unit":"\#(unit)","workout_id":"\#(Line.id(1))""#
            return
                #"{"id":"\#(Line.id(100 + index))","type":"\#(type.identifier)","start_date":726228000.1234567,\#(value)}"#
        }
        let metadata = Suite.text(RecordBounds.workoutPiece - 9_000)
        let workout = #"""
            {"id":"\#(Line.id(1))","type":"HKWorkoutTypeIdentifier","workout_activity_type":37,\#(origin(1)),
            "start_date":726228000.1234567,"end_date":726228060.1234567,"metadata":{"a":"\#(metadata)"}}
            """#
        return Suite.upload([workout] + samples)
    }

    private var event: String { #"{"type":1,"start_date":726228000,"metadata":{"a":1}}"# }

    private func origin(_ index: Int) -> String {
        #""source":{"name":"\#(index)\#(Suite.text(3_800))"},"device":{"name":"\#(index)\#(Suite.text(200))"}"#
    }

    private func sample(_ number: Int, _ type: String, _ more: String) -> String {
        Line.sample(number, type, "2024-01-05T10:00Z", "2024-01-05T10:30Z", more)
    }

    private func one(_ type: String, _ more: String) -> String { Suite.upload([sample(1, type, more)]) }
}

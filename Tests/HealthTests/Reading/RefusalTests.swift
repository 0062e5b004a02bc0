import Health
import Store
import Testing
import Vocabulary

/// What is refused, by which name, and where it is said to be.
@Suite(.enabled(if: ZoneFiles.areInstalled)) struct RefusalTests {
    private static let id = "11111111-1111-4111-8111-111111111111"
    private static let steps = sample(#""value":5,"unit":"count""#)

    private static func sample(
        _ rest: String,
        type: String = "HKQuantityTypeIdentifierStepCount",
        start: String = "2024-04-26T08:00:00Z"
    ) -> String {
        #"{"id":"\#(id)","type":"\#(type)","start_date":"\#(start)",\#(rest)}"#
    }

    private static func upload(_ samples: String, _ more: String = "") -> String {
        #"{"upload_id":"\#(id)","connection_id":"conn-7","collected_at":"2024-04-26T09:00:00Z","samples":[\#(samples)]\#(more)}"#
    }

    private static func outcome(_ value: [UInt8]?, key: String? = "conn-7", _ rules: Rules = Rules()) -> Outcome {
        var processor = Processor(rules: rules, zones: ZoneTable(read: ZoneFiles.read))
        let store = MemoryStore()
        var batch = processor.batch(over: store)
        // 2024-04-26T09:00:00Z.
        let place = RecordPlace(topic: .uploads, partition: 1, offset: 42, timestampMilliseconds: 1_714_122_000_000)
        let key = key.map { Array($0.utf8) }
        unsafe processor.add(place, key: key?.span.bytes, value: value?.span.bytes, to: &batch)
        return processor.finish(batch)
    }

    private static func header(_ name: String, _ record: OutputRecord?) -> String? {
        record?.headers.first { $0.name == name }.map { String(decoding: $0.value, as: UTF8.self) }
    }

    @Test(arguments: [
        ("{", RefusalCode.decodingError), ("[]", .decodingError), ("\u{FEFF}{}", .decodingError),
        ("{}", .decodingError),
        (String(repeating: "[", count: 70), .decodingError), ("", .noData), (upload(""), .noData),
        (upload(steps).replacing(id, with: "1", maxReplacements: 1), .invalidIdentifier),
        (upload(steps).replacing("conn-7", with: "a.b"), .invalidIdentifier),
        (upload(steps).replacing("conn-7", with: "other"), .invalidIdentifier),
        (upload(steps, #","schema":2"#), .invalidType), (upload(steps, #","schema":"1""#), .decodingError),
        (upload(steps, #","time_zone":"Mars""#), .invalidValue), (upload(steps, #","deleted":{}"#), .decodingError),
        (upload(steps).replacing("04-26T09", with: "04-27T10"), .invalidValue),
        (upload(steps, #","x":1e999"#), .decodingError), (upload(steps, #","user_id":"\ud800""#), .decodingError),
    ])
    func `a whole upload is refused`(text: String, code: RefusalCode) {
        let value = Array(text.utf8)
        let outcome = Self.outcome(value)
        #expect(outcome.records.count == 1 && outcome.changes.isEmpty)
        let record = outcome.records.first
        #expect(record?.deadLetter != nil && record?.value == value && record?.topic == "fork.dead-letter")
        #expect(Self.header("fork-error-code", record) == code.rawValue)
        #expect(Self.header("fork-error-path", record) == nil)
        #expect(Self.header("fork-offset", record) == "42" && Self.header("fork-partition", record) == "1")
        #expect(outcome.accounting.uploadsRefused == 1 && outcome.accounting.isBalanced)
    }

    @Test(arguments: [
        (sample(#""value":5"#), RefusalCode.decodingError), (sample(#""value":"5","unit":"count""#), .decodingError),
        (sample(#""value":5,"unit":"kg""#), .invalidValue), (sample(#""value":5,"unit":"parsec""#), .invalidValue),
        (sample(#""value":-1,"unit":"count""#), .invalidValue),
        (sample(#""value":5,"unit":"count","count":0"#), .invalidValue),
        (sample(#""value":5,"unit":"count","count":1.5"#), .decodingError),
        (sample(#""value":5,"unit":"count","version":"2""#), .decodingError),
        (sample(#""value":5,"unit":"count","metadata":[1]"#), .decodingError),
        (sample(#""value":5,"unit":"count","metadata":{"a":[9223372036854775808]}"#), .decodingError),
        (sample(#""value":5,"unit":"count","workout_id":"x""#), .invalidIdentifier),
        (sample(#""value":5,"unit":"count","end_date":"2024-04-26T07:59:59Z""#), .invalidValue),
        (sample(#""value":5,"unit":"count","end_date":"2024-06-26T08:00:00Z""#), .invalidValue),
        (sample(#""value":5,"unit":"count""#, start: "1899-12-31T23:59:59Z"), .invalidValue),
        (sample(#""value":5,"unit":"count""#, start: "2024-04-27T09:00:01Z"), .invalidValue),
        (sample(#""value":5,"unit":"count""#, start: "2023-03-22T12:00:00Z"), .tooLate),
        (sample(#""value":5,"unit":"count""#, start: "2024-04-26"), .decodingError),
        (sample(#""value":5,"unit":"count""#, type: "HKQuantityTypeIdentifierX"), .invalidIdentifier),
        (sample(#""activities":{},"confidence":1"#, type: "CMMotionActivity"), .decodingError),
        (sample(#""confidence":1"#, type: "CMMotionActivity"), .decodingError),
        (sample(#""activities":[7]"#, type: "CMMotionActivity"), .decodingError),
        (sample(#""activities":["walking"],"confidence":"high""#, type: "CMMotionActivity"), .decodingError),
        (sample(#""activities":["walking"],"confidence":3"#, type: "CMMotionActivity"), .invalidValue),
        (sample(#""activities":["walking"],"confidence":-1"#, type: "CMMotionActivity"), .invalidValue),
        (sample(#""activities":["walking"],"confidence":0.5"#, type: "CMMotionActivity"), .invalidValue),
        (sample(#""activities":["walking","swimming"]"#, type: "CMMotionActivity"), .invalidValue),
        (sample(#""value":"HKCategoryValueX""#, type: "HKCategoryTypeIdentifierSleepAnalysis"), .invalidValue),
        (sample(#""value":1.5"#, type: "HKCategoryTypeIdentifierSleepAnalysis"), .decodingError),
        (sample(#""duration":5"#, type: "HKWorkoutTypeIdentifier"), .decodingError),
        (sample(#""workout_activity_type":1,"statistics":7"#, type: "HKWorkoutTypeIdentifier"), .decodingError),
        (sample(#""x":1"#, type: "HKWorkoutRouteTypeIdentifier"), .decodingError),
        (sample(#""objects":[1]"#, type: "HKCorrelationTypeIdentifierFood"), .decodingError),
        (
            sample(#""x":"\#(String(repeating: "x", count: 300_000))""#, type: "HKDataTypeStateOfMind"), .tooLarge
        ),
        ("7", .decodingError), (#"{"id":"x"}"#, .invalidIdentifier),
    ])
    func `one bad sample is refused alone, as it stood`(text: String, code: RefusalCode) {
        let good = Self.steps.replacing(Self.id, with: "22222222-2222-4222-8222-222222222222")
        let outcome = Self.outcome(Array(Self.upload(good + " , " + text).utf8))
        let letters = outcome.records.filter { $0.deadLetter != nil }
        #expect(letters.count == 1)
        #expect(letters.first?.value == Array(text.utf8))
        #expect(Self.header("fork-error-code", letters.first) == code.rawValue)
        #expect(Self.header("fork-error-path", letters.first) == "/samples/1")
        #expect(outcome.records.first?.deadLetter != nil, "dead letters come first")
        #expect(outcome.records.count == 3, "the good sample makes its two documents")
        #expect(outcome.accounting.new == 1 && outcome.accounting.refused == 1 && outcome.accounting.isBalanced)
        #expect(outcome.accounting.refusals == [code: 1])
    }

    @Test func `a null value, a long upload and a key that is missing are refused`() {
        let good = Array(Self.upload(Self.steps).utf8)
        #expect(Self.header("fork-error-code", Self.outcome(nil).records.first) == "noData")
        #expect(Self.outcome(nil).records.first?.value == nil)
        #expect(Self.header("fork-error-code", Self.outcome(good, key: nil).records.first) == "invalidIdentifier")
        var rules = Rules()
        rules.uploadMaxBytes = good.count
        #expect(Self.outcome(good, rules).accounting.uploadsRefused == 0)
        rules.uploadMaxBytes -= 1
        #expect(Self.header("fork-error-code", Self.outcome(good, rules).records.first) == "tooLarge")
        #expect(Self.outcome(good, rules).accounting.samplesIn == 0)
    }

    @Test func `a bad deletion is refused alone`() {
        let value = Self.upload("", #","deleted":[{"id":"\#(Self.id)"},{"id":7}, 8]"#)
        let outcome = Self.outcome(Array(value.utf8))
        #expect(outcome.records.map { Self.header("fork-error-path", $0) } == ["/deleted/1", "/deleted/2"])
        #expect(outcome.accounting.deletions == 1 && outcome.accounting.deletionsRefused == 2)
    }

    @Test(
        arguments: [
            (
                #""start_date":"2024-01-05T10:00:00+02:00","end_date":"2024-01-05T07:00:00Z""#,
                "The sample ends at 2024-01-05T07:00:00.000Z, before it starts at 2024-01-05T08:00:00.000Z."
            ),
            (
                #""start_date":1704499200"#,
                "The sample starts at 2055-01-06T00:00:00.000Z, more than a day after `collected_at`, "
                    + "2024-01-06T00:00:00.000Z. Numbers are seconds since 2001-01-01T00:00:00Z."
            ),
            (
                #""start_date":1704499200000"#,
                "The number in the field `start_date` is no date up to the year 9999. "
                    + "Numbers are seconds since 2001-01-01T00:00:00Z."
            ),
            (#""start_date":"1899-12-31T00:00:00Z""#, "The sample starts at 1899-12-31T00:00:00.000Z, before 1900."),
            (
                #""start_date":"2023-01-01T00:00:00Z","end_date":"2023-03-01T00:00:00Z""#,
                "The sample lasts from 2023-01-01T00:00:00.000Z to 2023-03-01T00:00:00.000Z, longer than 40 days."
            ),
        ]
    )
    func `a refusal of a date shows the date as it was understood`(dates: String, message: String) {
        let sample = #"{"id":"\#(Line.id(1))","type":"HKQuantityTypeIdentifierStepCount",\#(dates),"value":1}"#
        var journey = Journey()
        journey.commit(Line.upload("2024-01-06T00:00:00Z", [sample]))
        let header = journey.records.first { $0.deadLetter != nil }?.headers.first { $0.name == "fork-error-message" }
        #expect(header.map { String(decoding: $0.value, as: UTF8.self) } == message)
    }
}

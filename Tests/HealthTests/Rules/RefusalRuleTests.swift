import Testing
import Vocabulary

/// What is refused, what of it is told, and that nothing else is.
@Suite struct RefusalRuleTests {
    private static let now = "2024-01-07T12:00:00Z"
    private static let (start, end) = ("2024-01-05T10:00Z", "2024-01-05T10:30Z")

    private static func refusals(_ samples: [String]) -> [String] {
        var journey = Journey()
        journey.commit(Line.upload(now, samples))
        return journey.refusals
    }

    private static func text(_ kibibytes: Int) -> String { String(repeating: "x", count: kibibytes << 10) }

    @Test(arguments: [99, 100, 101, 102, 150])
    func `the first hundred refused samples of a code have a letter each, and one holds the rest`(count: Int) {
        var journey = Journey()
        let wrong = (0..<count).map { _ in #"{"id":"nothing"}"# }
        journey.commit(Line.upload(Self.now, wrong + [Line.steps(1, Self.start, Self.end, 5)]))
        let letters = journey.records.filter { $0.deadLetter != nil }
        #expect(letters.count == min(count, 101))
        let rest = letters.compactMap { letter in letter.headers.first { $0.name == "fork-error-count" }?.value }
        #expect(rest.map { String(decoding: $0, as: UTF8.self) } == (count > 100 ? ["\(count - 100)"] : []))
        #expect(journey.accounting.refused == count && journey.accounting.new == 1)
    }

    @Test(arguments: ["1e300", "252423993601", "1e13"])
    func `what no calendar has is no date, also of what may last as long as it likes`(date: String) {
        let sample =
            #"{"id":"\#(Line.id(1))","type":"HKDataTypeStateOfMind","start_date":726141600,"end_date":\#(date),"a":1}"#
        #expect(Self.refusals([sample]) == ["invalidValue"])
    }

    /// A sample, and whether it can be cut so that no piece of it is too long.
    struct Long: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let sample: String
        let isTooLarge: Bool
    }

    private static func location(_ kibibytes: Int) -> String {
        let fields = #""locations":[{"timestamp":1,"latitude":2,"longitude":3,"x":"\#(text(kibibytes))"}]"#
        return Line.sample(1, "HKWorkoutRouteTypeIdentifier", start, end, fields)
    }

    private static func rate(_ kibibytes: Int, _ more: String = "") -> String {
        Line.rate(1, start, "60", more: #","metadata":{"a":"\#(text(kibibytes))"}\#(more)"#)
    }

    private static func workout(_ kibibytes: Int) -> String {
        let fields = #""workout_activity_type":37,"metadata":{"a":"\#(text(kibibytes))"}"#
        return Line.sample(1, "HKWorkoutTypeIdentifier", start, end, fields)
    }

    static let long = [
        Long(testDescription: "a point of a route", sample: location(260), isTooLarge: true),
        Long(testDescription: "a shorter point", sample: location(250), isTooLarge: false),
        Long(testDescription: "a sample that is condensed, thrice", sample: rate(90, condensed), isTooLarge: true),
        Long(testDescription: "a shorter one", sample: rate(80, condensed), isTooLarge: false),
        Long(testDescription: "one that is not condensed", sample: rate(90), isTooLarge: false),
        Long(
            testDescription: "a workout's metadata",
            sample: workout((RecordBounds.workoutPiece >> 10) + 1),
            isTooLarge: true
        ),
        Long(
            testDescription: "a workout's shorter metadata",
            sample: workout((RecordBounds.workoutPiece >> 10) - 4),
            isTooLarge: false
        ),
    ]

    private static let condensed = ",\"count\":3,\"minimum\":50,\"maximum\":70"

    @Test(arguments: long) func `what no cutting makes small enough is refused`(one: Long) {
        #expect(Self.refusals([one.sample]) == (one.isTooLarge ? ["tooLarge"] : []))
    }

    @Test(arguments: ["background_delivery", "allowed_types"])
    func `a list of settings that names what is no type is refused, and the settings before stay`(list: String) {
        var journey = Journey()
        journey.settings(#"{"connection_id":"c","callback_url":"https://e.com/hook"}"#)
        journey.settings(#"{"connection_id":"c","\#(list)":["steps","nonsense"]}"#)
        #expect(journey.refusals.count == 1)
        journey.commit(Line.upload(Self.now, [Line.steps(1, Self.start, Self.end, 5)]))
        #expect(journey.jobs.contains { $0.type == "steps" })
    }

    @Test func `metadata of a refused sample is read again where it comes again`() {
        func steps(_ number: Int, _ start: String, _ text: String) -> String {
            let more = ",\"metadata\":{\"a\":\"\(text)\"}"
            return Line.rate(number, start, "60", more: more)
        }
        var rules = Rules()
        rules.stateRetentionSeconds = 10 * 86_400
        var journey = Journey(rules)
        // The first is too late.
        let samples = [
            steps(1, "2023-01-05T10:00Z", "what both have"),
            steps(2, "2024-01-05T10:01Z", "something longer, of its own"),
            steps(3, "2024-01-05T10:02Z", "what both have"),
        ]
        journey.commit(Line.upload(Self.now, samples))
        var plain = Journey(rules)
        for sample in samples.dropFirst() { plain.commit(Line.upload(Self.now, [sample])) }
        #expect(journey.refusals == ["tooLate"])
        #expect(plain.documents["heart/2024-01-05T10Z"]?.contains("what both have") == true)
        #expect(journey.documents == plain.documents)
    }
}

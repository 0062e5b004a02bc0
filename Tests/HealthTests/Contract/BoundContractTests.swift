import Testing
import Vocabulary

/// What lies just within a bound is taken, and what lies just beyond it is refused.
@Suite struct BoundContractTests {
    /// 2024-01-06T12:00:00Z.
    private static let noon: Int64 = 1_704_542_400_000
    private static let now = "2024-01-06T12:00:00Z"

    private static func refusals(_ line: String, at time: Int64? = nil) -> [String] {
        var journey = Journey()
        journey.commit(line, at: time)
        return journey.refusals
    }

    private static func refusals(_ type: String, _ start: String, _ end: String, _ more: String) -> [String] {
        refusals(Line.upload(now, [Line.sample(1, type, start, end, more)]))
    }

    @Test(
        arguments: [
            ("2024-01-07T12:00:00Z", []), ("2024-01-07T12:00:00.001Z", ["invalidValue"]),
            ("1900-01-01T00:00:00Z", []), ("1899-12-31T23:59:59Z", ["invalidValue"]),
        ] as [(String, [String])]
    )
    func `a clock may be a day ahead, and no older than a century`(collected: String, codes: [String]) {
        let day = collected.prefix(10) == "1899-12-31" ? "1900-01-01" : collected.prefix(10)
        let line = Line.upload(collected, [Line.steps(1, "\(day)T00:00Z", "\(day)T00:00Z", 5)])
        #expect(Self.refusals(line, at: Self.noon) == codes)
    }

    @Test(
        arguments: [("2024-01-07T12:00:00Z", []), ("2024-01-07T12:00:00.001Z", ["invalidValue"])]
            as [(String, [String])]
    )
    func `a sample may start a day after it was collected`(start: String, codes: [String]) {
        #expect(Self.refusals(Line.upload(Self.now, [Line.steps(1, start, start, 5)])) == codes)
    }

    @Test(
        arguments: [("2024-01-04T00:00:00Z", []), ("2024-01-04T00:00:01Z", ["invalidValue"])] as [(String, [String])]
    )
    func `steps, sleep and workouts last forty days at most`(end: String, codes: [String]) {
        let start = "2023-11-25T00:00:00Z"
        #expect(Self.refusals(Line.upload(Self.now, [Line.steps(1, start, end, 5)])) == codes)
        #expect(Self.refusals(Line.upload(Self.now, [Line.sleep(1, start, end, 3, source: "w")])) == codes)
        #expect(Self.refusals(Line.upload(Self.now, [Line.workout(1, start, end, version: 1)])) == codes)
        let mindful = "HKCategoryTypeIdentifierMindfulSession"
        #expect(Self.refusals(mindful, start, end, "\"value\":0") == [])
    }

    @Test(
        arguments: [
            ("HKQuantityTypeIdentifierStepCount", "\"value\":-1,\"unit\":\"count\"", ["invalidValue"]),
            ("HKQuantityTypeIdentifierBodyTemperature", "\"value\":-1,\"unit\":\"degC\"", []),
            ("HKQuantityTypeIdentifierDistanceWalkingRunning", "\"value\":1e308,\"unit\":\"km\"", ["invalidValue"]),
            ("HKQuantityTypeIdentifierStepCount", "\"value\":1,\"unit\":\"count\",\"count\":0", ["invalidValue"]),
            ("HKWorkoutTypeIdentifier", "\"workout_activity_type\":37,\"duration\":-1", ["invalidValue"]),
            ("HKWorkoutTypeIdentifier", "\"workout_activity_type\":37,\"duration\":0", []),
            (
                "HKWorkoutTypeIdentifier",
                #""workout_activity_type":37,"events":[{"type":1,"start_date":20,"end_date":10}]"#, ["invalidValue"]
            ),
            (
                "HKCorrelationTypeIdentifierFood",
                #""objects":[{"id":"\#(Line.id(2))","type":"HKWorkoutTypeIdentifier","start_date":10,"workout_activity_type":37}]"#,
                ["invalidType"]
            ),
        ] as [(String, String, [String])]
    )
    func `a value is refused where it cannot be`(type: String, more: String, codes: [String]) {
        #expect(Self.refusals(type, "2024-01-05T10:00Z", "2024-01-05T10:10Z", more) == codes)
    }

    @Test(arguments: [(4_096, []), (4_097, ["tooLarge"])] as [(Int, [String])])
    func `a source and a device take 4 KiB`(bytes: Int, codes: [String]) {
        let name = String(repeating: "x", count: bytes - #"{"name":""}"#.utf8.count)
        let more = "\"value\":1,\"unit\":\"count\",\"source\":{\"name\":\"\(name)\"}"
        #expect(
            Self.refusals("HKQuantityTypeIdentifierStepCount", "2024-01-05T10:00Z", "2024-01-05T10:10Z", more) == codes
        )
    }

    @Test(arguments: [(1_000, []), (1_001, ["tooLarge"])] as [(Int, [String])])
    func `a name takes a thousand bytes`(bytes: Int, codes: [String]) {
        let line = Line.upload(Self.now, [Line.steps(1, "2024-01-05T10:00Z", "2024-01-05T10:10Z", 5)])
        let user = #""connection_id":"c","user_id":"\#(String(repeating: "u", count: bytes))""#
        #expect(Self.refusals(line.replacing(#""connection_id":"c""#, with: user)) == codes)
    }

    @Test func `a hundred refusals of a code have letters, whatever their lists`() {
        for (samples, deleted, more) in [(100, 0, 0), (60, 40, 0), (101, 0, 1), (60, 60, 1)] {
            let bad = (0..<samples).map { _ in "{}" }.joined(separator: ",")
            let gone = (0..<deleted).map { _ in "{}" }.joined(separator: ",")
            let line = """
                {"upload_id":"\(Line.id(9))","connection_id":"c","collected_at":"\(Self.now)",\
                "samples":[\(bad)],"deleted":[\(gone)]}
                """
            var journey = Journey()
            journey.commit(line)
            let letters = journey.records.filter { $0.deadLetter != nil }
            #expect(letters.count == min(100, samples + deleted) + more)
            let paths = letters.compactMap { letter in letter.headers.first { $0.name == "fork-error-path" }?.value }
            if more == 1 { #expect(paths.last == Array((deleted == 0 ? "/samples" : "/deleted").utf8)) }
        }
    }

    @Test func `what somebody entered is said by a truth value or by one`() {
        for (said, total) in [("true", 5), ("1", 5), ("false", 7), ("0", 7)] {
            var journey = Journey()
            let entered = Line.sample(
                1,
                "HKQuantityTypeIdentifierStepCount",
                "2024-01-05T10:00Z",
                "2024-01-05T10:10Z",
                #""value":7,"unit":"count","source":{"name":"a"},"metadata":{"HKWasUserEntered":\#(said)}"#
            )
            let measured = Line.sample(
                2,
                "HKQuantityTypeIdentifierStepCount",
                "2024-01-05T10:00Z",
                "2024-01-05T10:10Z",
                #""value":5,"unit":"count","source":{"name":"b"}"#
            )
            journey.commit(Line.upload(Self.now, [entered, measured]))
            let document = journey.documents["steps/2024-01-05"] ?? ""
            #expect(document.contains(#""value":{"quantity":\#(total),"#), "\(document)")
        }
    }
}

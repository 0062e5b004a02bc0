import Health
import Store
import Testing
import Vocabulary

/// Freezing and dropping right after the upload that moved the horizon, whatever else its commit holds.
@Suite(.enabled(if: ZoneFiles.areInstalled)) struct FreezingContractTests {
    private static func rules(days: Double) -> Rules {
        var rules = Rules()
        rules.stateRetentionSeconds = days * 86_400
        return rules
    }

    /// How three uploads are cut into commits, and when the first sample of a night ends: after a day and more it is kept
    /// apart from the rest.
    private static let cuts = [[1, 1, 1], [2, 1], [1, 2], [3]].flatMap { cut in
        [("2024-01-01T23:30Z", 5_400), ("2024-01-02T23:30Z", 91_800)].map { (cut, $0.0, $0.1) }
    }

    @Test(arguments: cuts)
    func `a night is as long as when the horizon passed it, however many uploads a commit has`(
        cut: [Int],
        end: String,
        seconds: Int
    ) {
        let late = end.replacing("T23:30Z", with: "T23:50Z")
        var uploads = [
            Line.upload("2024-01-03T12:00Z", [Line.sleep(1, "2024-01-01T22:00Z", end, 3, source: "A")]),
            Line.upload("2024-01-12T12:00Z", [Line.steps(2, "2024-01-12T10:00Z", "2024-01-12T11:00Z", 1)]),
            Line.upload(
                "2024-01-12T12:00Z",
                [Line.sleep(3, max(late, "2024-01-02T00:00Z"), "2024-01-03T04:00Z", 3, source: "A")]
            ),
        ][...]
        var journey = Journey(Self.rules(days: 10))
        for count in cut {
            journey.commit(Array(uploads.prefix(count)))
            uploads = uploads.dropFirst(count)
        }
        let nights = journey.documents.filter { $0.key.hasPrefix("sleep/") }
        #expect(nights.count == 1)
        for night in nights.values { #expect(night.contains("\"recorded\":{\"quantity\":\(seconds),"), "\(night)") }
    }

    @Test func `a frozen session is remembered for as long as something can join it, however long it has become`() {
        var journey = Journey(Self.rules(days: 20))
        for day in 0..<130 {
            func instant(_ day: Int, _ hour: String) -> String {
                Day(days: 8400 + Int32(day)).text + "T" + hour + ":00Z"
            }
            let awake = Line.sleep(day, instant(day, "00:10"), instant(day, "23:40"), 2, source: "A")
            journey.commit(Line.upload(instant(day + 1, "01:00"), [awake]))
        }
        #expect(journey.documents.count == 1)
    }

    /// The records of uploads in one commit, of a connection with a callback and one upload before.
    private static func records(after first: String, of uploads: [String]) -> [OutputRecord] {
        var course = Course(rules: rules(days: 10))
        let settings = Array(#"{"connection_id":"c","callback_url":"https://example.com/"}"#.utf8)
        course.commit([
            Course.Input(topic: .connections, connection: "c", value: settings),
            Course.Input(connection: "c", value: Array(first.utf8)),
        ])
        return course.commit(uploads.map { Course.Input(connection: "c", value: Array($0.utf8)) }).records
    }

    @Test func `what freezes between two uploads of a commit makes no second record or job of a document`() throws {
        let records = Self.records(
            after: Line.upload("2024-01-06T00:00Z", [Line.steps(1, "2024-01-05T10:00Z", "2024-01-05T11:00Z", 7)]),
            of: [
                Line.upload(
                    "2024-01-06T00:00Z",
                    [Line.steps(2, "2024-01-05T12:00Z", "2024-01-05T13:00Z", 10)],
                    id: 901
                ),
                Line.upload(
                    "2024-01-16T12:00Z",
                    [Line.steps(3, "2024-01-16T10:00Z", "2024-01-16T11:00Z", 100)],
                    id: 902
                ),
                Line.upload(
                    "2024-01-16T12:00Z",
                    [Line.steps(4, "2024-01-16T11:00Z", "2024-01-16T12:00Z", 1000)],
                    id: 903
                ),
            ]
        )
        let steps = records.filter { $0.kind == .document && Course.text($0.key).hasPrefix("steps/") }
        #expect(steps.map { Course.text($0.key) } == ["steps/2024-01-05", "steps/2024-01-16"])
        let texts = steps.map { Course.text($0.value) }
        #expect(texts.count == 2 && texts[0].contains("\"quantity\":17,") && texts[1].contains("\"quantity\":1100,"))
        let causes = steps.map { $0.headers.first { $0.name == "fork-upload" }.map { Course.text($0.value) } }
        #expect(causes == [Line.id(901), Line.id(903)])
        let jobs = try records.filter { $0.kind == .job }.map { try Tree(json: $0.value ?? []) }
        #expect(jobs.map { $0["data_type"]?.text } == ["activitiesSummary", "steps"])
        for job in jobs {
            #expect(job["uploads"]?.list.map(\.text) == [Line.id(901), Line.id(902), Line.id(903)])
        }
    }

    @Test func `what is again as it was before the commit makes no record, also when something froze between`() {
        let records = Self.records(
            after: Line.upload(
                "2024-01-06T00:00Z",
                [
                    Line.steps(1, "2024-01-05T10:00Z", "2024-01-05T11:00Z", 7),
                    Line.sleep(2, "2024-01-06T22:00Z", "2024-01-06T23:00Z", 3, source: "A"),
                ]
            ),
            of: [
                Line.upload(
                    "2024-01-16T12:00Z",
                    [
                        Line.sleep(3, "2024-01-06T21:00Z", "2024-01-06T22:00Z", 3, source: "A"),
                        Line.steps(4, "2024-01-16T10:00Z", "2024-01-16T11:00Z", 100),
                    ]
                ),
                Line.upload("2024-01-16T12:00Z", [], deleted: [3, 4]),
            ]
        )
        #expect(records == [])
    }

    @Test func `what was undone and done again between two horizons names who did it last`() throws {
        let (old, older) = ("2024-01-06", "2024-01-05")
        let day = "2024-01-12"
        func steps(_ number: Int, _ day: String, _ hour: Int, _ value: Int) -> String {
            Line.steps(number, "\(day)T\(hour):00Z", "\(day)T\(hour):30Z", value)
        }
        let records = Self.records(
            after: Line.upload(
                "\(day)T12:00Z",
                [steps(1, older, 10, 7), steps(2, old, 10, 7), steps(3, day, 10, 100)]
            ),
            of: [
                // Each of the first two moves the horizon past one day.
                Line.upload("2024-01-16T12:00Z", [steps(4, day, 11, 20)], id: 901),
                Line.upload("2024-01-17T12:00Z", [], deleted: [4], id: 902),
                Line.upload("2024-01-17T12:00Z", [steps(5, day, 11, 3)], id: 903),
            ]
        )
        let documents = records.filter { $0.kind == .document }
        #expect(documents.map { Course.text($0.key) } == ["activitiesSummary/\(day)", "steps/\(day)"])
        let text = Course.text(documents.last?.value)
        #expect(text.contains("\"quantity\":103,"))
        let jobs = try records.filter { $0.kind == .job }.map { try Tree(json: $0.value ?? []) }
        #expect(jobs.count == 2)
        for job in jobs { #expect(job["uploads"]?.list.map(\.text) == [Line.id(903)]) }
    }

    @Test func `documents that change before a horizon and after it come once, in order, in one job of a type`() throws
    {
        func steps(_ number: Int, _ day: Int, _ hour: Int) -> String {
            Line.steps(number, "2024-01-\(day)T\(hour):00Z", "2024-01-\(day)T\(hour):30Z", 7)
        }
        let old = (5...6).map { Line.steps($0, "2024-01-0\($0)T10:00Z", "2024-01-0\($0)T11:00Z", 7) }
        let records = Self.records(
            after: Line.upload("2024-01-14T12:00Z", old),
            of: [
                // Each of the first two moves the horizon past one day.
                Line.upload("2024-01-16T12:00Z", [steps(1, 13, 10)], id: 901),
                Line.upload("2024-01-17T12:00Z", [steps(2, 12, 10)], id: 902),
                Line.upload("2024-01-17T12:00Z", [steps(3, 12, 11)], id: 903),
            ]
        )
        let documents = records.filter { $0.kind == .document }
        let days = ["2024-01-12", "2024-01-13"]
        let keys = days.map { "activitiesSummary/\($0)" } + days.map { "steps/\($0)" }
        #expect(documents.map { Course.text($0.key) } == keys)
        let causes = documents.map { $0.headers.first { $0.name == "fork-upload" }.map { Course.text($0.value) } }
        #expect(causes == [903, 901, 903, 901].map { Line.id($0) })
        let jobs = try records.filter { $0.kind == .job }.map { try Tree(json: $0.value ?? []) }
        #expect(jobs.map { $0["data_type"]?.text } == ["activitiesSummary", "steps"])
        for job in jobs { #expect(job["uploads"]?.list.map(\.text) == [901, 902, 903].map { Line.id($0) }) }
    }

    @Test func `a copy that replaces another in the upload that moves the horizon is kept`() {
        var journey = Journey(Self.rules(days: 10))
        func steps(_ number: Int, _ value: Int, version: Int) -> String {
            Line.steps(number, "2024-01-12T10:00Z", "2024-01-12T10:30Z", value)
                .replacing("\"value\"", with: "\"version\":\(version),\"value\"")
        }
        let old = Line.steps(1, "2024-01-05T10:00Z", "2024-01-05T11:00Z", 7)
        journey.commit(Line.upload("2024-01-14T12:00Z", [old, steps(2, 10, version: 1)]))
        journey.commit(
            Line.upload("2024-01-16T12:00Z", [steps(2, 20, version: 2)]),
            Line.upload("2024-01-16T12:00Z", [Line.steps(3, "2024-01-12T11:00Z", "2024-01-12T11:30Z", 3)])
        )
        #expect(journey.documents["steps/2024-01-12"]?.contains("\"quantity\":23,") == true)
        // Only now it is read from the state again.
        journey.commit(
            Line.upload("2024-01-16T12:00Z", [Line.steps(4, "2024-01-12T12:00Z", "2024-01-12T12:30Z", 5)])
        )
        #expect(journey.documents["steps/2024-01-12"]?.contains("\"quantity\":28,") == true)
    }

    @Test func `a day whose evening lies after the horizon, in UTC, stays frozen as a whole`() {
        var journey = Journey(Self.rules(days: 10))
        func upload(_ collectedAt: String, _ sample: String) -> String {
            Line.upload(collectedAt, [sample]).dropLast() + #","time_zone":"America/Los_Angeles"}"#
        }
        journey.commit(upload("2024-01-06T12:00Z", Line.steps(1, "2024-01-05T18:00Z", "2024-01-05T19:00Z", 7)))
        let frozen = journey.documents["steps/2024-01-05"]
        #expect(frozen?.contains("\"quantity\":7,") == true)
        journey.commit(upload("2024-01-16T12:00Z", Line.steps(2, "2024-01-16T10:00Z", "2024-01-16T11:00Z", 1)))
        // Eight in the evening of the fifth there.
        journey.commit(upload("2024-01-16T12:00Z", Line.steps(3, "2024-01-06T04:00Z", "2024-01-06T05:00Z", 100)))
        #expect(journey.documents["steps/2024-01-05"] == frozen)
        #expect(journey.refusals.isEmpty)
    }

    @Test func `a day that a sample from before the horizon reaches is frozen with it`() {
        var journey = Journey(Self.rules(days: 10))
        journey.commit(
            Line.upload("2024-01-09T12:00Z", [Line.steps(1, "2024-01-05T10:00Z", "2024-01-08T10:00Z", 7_200)])
        )
        let frozen = journey.documents["steps/2024-01-08"]
        #expect(frozen?.contains("\"quantity\":1000,") == true)
        journey.commit(
            Line.upload("2024-01-16T12:00Z", [Line.steps(2, "2024-01-16T10:00Z", "2024-01-16T11:00Z", 1)])
        )
        journey.commit(
            Line.upload("2024-01-16T12:00Z", [Line.steps(3, "2024-01-08T12:00Z", "2024-01-08T13:00Z", 100)])
        )
        #expect(journey.documents["steps/2024-01-08"] == frozen)
    }

    @Test func `a longer retention brings nothing back that was frozen`() {
        var short = CommitLoop(Self.rules(days: 10))
        for line in [
            Line.upload("2024-01-06T00:00Z", [Line.steps(1, "2024-01-05T10:00Z", "2024-01-05T11:00Z", 7)]),
            Line.upload("2024-01-20T12:00Z", [Line.steps(2, "2024-01-20T10:00Z", "2024-01-20T11:00Z", 1)]),
        ] { _ = short.commit(line) }
        var long = CommitLoop(Self.rules(days: 400), over: short.state)
        let late = Line.upload("2024-01-20T12:00Z", [Line.steps(3, "2024-01-05T12:00Z", "2024-01-05T13:00Z", 10)])
        let outcome = long.commit(late).outcome
        #expect(outcome.accounting.refusals == [.tooLate: 1])
        #expect(outcome.records.allSatisfy { $0.deadLetter != nil })
    }
}

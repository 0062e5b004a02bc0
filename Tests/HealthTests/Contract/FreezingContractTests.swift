import Health
import Store
import Testing

/// Freezing and dropping right after the upload that moved the horizon, whatever else its commit holds.
@Suite(.enabled(if: ZoneFiles.areInstalled)) struct FreezingContractTests {
    private static func rules(days: Double) -> Rules {
        var rules = Rules()
        rules.stateRetentionSeconds = days * 86_400
        return rules
    }

    @Test(arguments: [1, 2, 3])
    func `a night is as long as when the horizon passed it, however many uploads a commit has`(largest: Int) {
        var uploads = [
            Line.upload("2024-01-02T12:00Z", [Line.sleep(1, "2024-01-01T22:00Z", "2024-01-01T23:30Z", 3, source: "A")]),
            Line.upload("2024-01-12T12:00Z", [Line.steps(2, "2024-01-12T10:00Z", "2024-01-12T11:00Z", 1)]),
            Line.upload("2024-01-12T12:00Z", [Line.sleep(3, "2024-01-02T00:00Z", "2024-01-02T04:00Z", 3, source: "A")]),
        ][...]
        var journey = Journey(Self.rules(days: 10))
        while !uploads.isEmpty {
            journey.commit(Array(uploads.prefix(largest)))
            uploads = uploads.dropFirst(largest)
        }
        let nights = journey.documents.filter { $0.key.hasPrefix("sleep/") }
        #expect(nights.count == 1)
        for night in nights.values { #expect(night.contains("\"recorded\":{\"quantity\":5400,")) }
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

    @Test func `a longer retention brings nothing back that was frozen`() {
        var store = MemoryStore()
        var short = Processor(rules: Self.rules(days: 10), zones: ZoneTable { _ in nil })
        for line in [
            Line.upload("2024-01-06T00:00Z", [Line.steps(1, "2024-01-05T10:00Z", "2024-01-05T11:00Z", 7)]),
            Line.upload("2024-01-20T12:00Z", [Line.steps(2, "2024-01-20T10:00Z", "2024-01-20T11:00Z", 1)]),
        ] { store.apply(short.commit(line, in: store).outcome.changes) }
        var long = Processor(rules: Self.rules(days: 400), zones: ZoneTable { _ in nil })
        let late = Line.upload("2024-01-20T12:00Z", [Line.steps(3, "2024-01-05T12:00Z", "2024-01-05T13:00Z", 10)])
        let outcome = long.commit(late, in: store).outcome
        #expect(outcome.accounting.refusals == [.tooLate: 1])
        #expect(outcome.records.allSatisfy { $0.kind == .deadLetter })
    }
}

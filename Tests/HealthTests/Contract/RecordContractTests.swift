import Health
import Store
import Testing
import Vocabulary

/// Where the records of a change go, and what they say of it.
@Suite struct RecordContractTests {
    /// 2024-01-06T12:00:00Z.
    private static let noon: Int64 = 1_704_542_400_000
    private static let steps = Line.steps(1, "2024-01-06T10:00Z", "2024-01-06T10:10Z", 5)

    /// What an upload and its deletion bring, in a partition of its own.
    private static func outcomes(_ routing: Rules.Routing) -> [Outcome] {
        var rules = Rules()
        rules.routing = routing
        let processor = Processor(rules: rules, zones: ZoneTable { _ in nil })
        var loop = CommitLoop(processor, over: MemoryStore(), partition: 3)
        loop.add(line: Array(Line.upload("2024-01-06T12:00:00Z", [steps]).utf8))
        let first = loop.commit()
        loop.add(line: Array(Line.upload("2024-01-06T12:00:00Z", [], deleted: [1]).utf8))
        return [first, loop.commit()]
    }

    private static func header(_ name: String, _ record: OutputRecord) -> String? {
        record.headers.first { $0.name == name }.map { String(decoding: $0.value, as: UTF8.self) }
    }

    @Test(arguments: [
        (Rules.Routing.connection, "fork.connection.c", "", Int32(0)), (.app, "fork.app.unknown", "c/", 3),
        (.single, "fork.documents", "c/", 3),
    ])
    func `a shared topic has the connection in its keys, and the partition of its uploads`(
        routing: Rules.Routing,
        topic: String,
        prefix: String,
        partition: Int32
    ) {
        let outcomes = Self.outcomes(routing)
        for (outcome, operation) in zip(outcomes, ["upsert", "delete"]) {
            let records = outcome.records.filter { $0.kind == .document }
            #expect(
                records.map { String(decoding: $0.key ?? [], as: UTF8.self) }
                    == ["activitiesSummary/2024-01-06", "steps/2024-01-06"].map { prefix + $0 }
            )
            #expect(records.allSatisfy { $0.topic == topic && $0.partition == partition })
            #expect(records.allSatisfy { Self.header("fork-op", $0) == operation })
            #expect(records.allSatisfy { ($0.value == nil) == (operation == "delete") })
            #expect(records.map { Self.header("fork-type", $0) } == ["activitiesSummary", "steps"])
        }
    }

    /// The jobs of an upload whose record and whose settings have these times.
    private static func jobs(at time: Int64, collected: String, _ settings: String = "", _ upload: String = "")
        -> [String]
    {
        var journey = Journey()
        let callback = #""callback_url":"https://a.example/h""#
        journey.settings(#"{"connection_id":"c",\#(callback)\#(settings)}"#, at: time)
        let day = collected.prefix(10)
        let line = Line.upload(collected, [Line.steps(1, "\(day)T01:00Z", "\(day)T01:10Z", 5)])
        journey.commit(line.replacing(#""connection_id":"c""#, with: #""connection_id":"c"\#(upload)"#), at: time)
        return journey.records.filter { $0.kind == .job }.map { String(decoding: $0.value ?? [], as: UTF8.self) }
    }

    @Test(arguments: [
        (noon, "2024-01-06T11:00:00Z", "2024-01-06T12:00:00.000Z"),
        (1_704_499_509_007, "2024-01-06T00:00:00Z", "2024-01-06T00:05:09.007Z"),
        (978_307_199_999, "2000-12-31T10:00:00Z", "2000-12-31T23:59:59.999Z"),
        (0, "1969-12-31T12:00:00Z", "1970-01-01T00:00:00.000Z"),
        // A timestamp below zero is none.
        (-1, "1969-12-31T12:00:00Z", "1969-12-31T12:00:00.000Z"),
        (.min, "2024-01-06T11:00:00Z", "2024-01-06T11:00:00.000Z"),
    ])
    func `a job was made when its upload's record was`(time: Int64, collected: String, made: String) {
        let jobs = Self.jobs(at: time, collected: collected)
        #expect(jobs.count == 2)
        for job in jobs { #expect(job.contains(#""created_at":"\#(made)""#), "\(job)") }
    }

    @Test func `names are the settings', else the upload's`() {
        let own = #","app_id":"own","user_id":"anna""#
        let other = #","app_id":"other","user_id":"bert""#
        for (settings, upload, app, user) in [(own, other, "own", "anna"), ("", other, "other", "bert")] {
            for job in Self.jobs(at: Self.noon, collected: "2024-01-06T11:00:00Z", settings, upload) {
                #expect(job.contains(#""app_id":"\#(app)","user_id":"\#(user)""#), "\(job)")
                #expect(job.contains(#""user_id":"\#(user)","collected_at""#), "\(job)")
            }
        }
    }

    @Test func `letters of each list hold its own elements`() {
        let line = """
            {"upload_id":"\(Line.id(9))","connection_id":"c","collected_at":"2024-01-06T12:00:00Z",\
            "samples":[{"id":"sample"}],"deleted":[{"id":"deletion"}],"post":[{"type":"nothing"}]}
            """
        var journey = Journey()
        journey.commit(line)
        let letters = journey.records.filter { $0.deadLetter != nil }
        #expect(letters.map { Self.header("fork-error-path", $0) } == ["/samples/0", "/deleted/0", "/post/0"])
        #expect(
            letters.map { String(decoding: $0.value ?? [], as: UTF8.self) }
                == [#"{"id":"sample"}"#, #"{"id":"deletion"}"#, #"{"type":"nothing"}"#]
        )
    }

    @Test(arguments: [(Int64(-1), true), (0, true), (1, false)])
    func `an instant forgets what came in it, and not what came after`(age: Int64, isForgotten: Bool) {
        var journey = Journey()
        journey.commit(Line.upload("2024-01-06T12:00:00Z", [Self.steps]), at: Self.noon + age)
        journey.settings(#"{"connection_id":"c","forget":"2024-01-06T12:00:00Z"}"#, at: Self.noon + 9)
        #expect(journey.documents.isEmpty == isForgotten)
    }
}

import JSON
import Testing
import Vocabulary

/// What an upload asks to be posted: a job of the documents that are there.
@Suite(.enabled(if: ZoneFiles.areInstalled)) struct PostContractTests {
    private static let callback = #""callback_url":"https://e.com/hook""#
    private static let collected = "2024-01-06T12:00:00Z"

    /// A journey of a connection with a callback that wants no webhooks of its own accord, with steps on January 3 to 6,
    /// and a night and a workout on the fifth.
    private static func begun(_ settings: String = #","background_delivery":[]"#, _ rules: Rules = Rules()) -> Journey {
        var journey = Journey(rules)
        journey.settings(#"{"connection_id":"c",\#(callback)\#(settings)}"#)
        let steps = (3...6).map { Line.steps($0, "2024-01-0\($0)T10:00Z", "2024-01-0\($0)T10:10Z", $0 * 100) }
        let night = Line.sleep(20, "2024-01-05T01:00Z", "2024-01-05T06:00Z", 3, source: "a")
        let run = Line.workout(30, "2024-01-05T09:00Z", "2024-01-05T09:30Z", version: 1)
        let heart = Line.sample(
            40,
            "HKQuantityTypeIdentifierHeartRate",
            "2024-01-05T09:10Z",
            "2024-01-05T09:10Z",
            #""value":60,"unit":"count/min""#
        )
        journey.commit(Line.upload(collected, steps + [night, run, heart]))
        return journey
    }

    /// An upload that asks, and brings samples.
    private static func asking(_ post: String, _ samples: [String] = [], id: Int = 500, more: String = "") -> String {
        Line.upload(collected, samples, id: id).dropLast() + #","post":\#(post)\#(more)}"#
    }

    private static func ids(_ job: JobView) -> [String] { job.documents.map { "\($0.op) \($0.id)" } }

    @Test func `the day of the upload is posted, whatever background delivery says, and nothing is published`() throws {
        var journey = Self.begun()
        let before = journey.records.count
        journey.commit(Self.asking(#"[{"type":"steps"}]"#))
        let new = journey.records.dropFirst(before)
        #expect(new.count == 1 && new.first?.kind == .job)
        let job = try #require(journey.jobs.last)
        #expect(Self.ids(job) == ["upsert steps/2024-01-06"])
        #expect(job.uploads == [Line.id(500)] && job.type == "steps")
        #expect(job.text.contains(#""quantity":600"#))
    }

    @Test func `the day is that of the upload's zone, else of the connection's`() throws {
        var journey = Self.begun(#","background_delivery":[],"time_zone":"Pacific/Kiritimati""#)
        journey.commit(Self.asking(#"[{"type":"steps"}]"#))
        // It is the seventh there, which begins at ten of the sixth.
        #expect(journey.jobs.map(Self.ids) == [["upsert steps/2024-01-07"]])
        journey.commit(Self.asking(#"[{"type":"steps"}]"#, more: #","time_zone":"UTC""#))
        #expect(journey.jobs.last.map(Self.ids) == ["upsert steps/2024-01-06", "upsert steps/2024-01-07"])
    }

    @Test(arguments: [
        (
            #"{"type":"steps","from":"2024-01-04T00:00:00Z","to":"2024-01-06T00:00:00Z"}"#,
            ["steps/2024-01-04", "steps/2024-01-05"]
        ),
        (
            #"{"type":"steps","from":"2024-01-04T23:59:59Z","to":"2024-01-05T00:00:01Z"}"#,
            ["steps/2024-01-04", "steps/2024-01-05"]
        ),
        (#"{"type":"steps","from":"2024-01-05T12:00:00Z"}"#, ["steps/2024-01-05", "steps/2024-01-06"]),
        (
            #"{"type":"steps","from":"2023-12-07T00:00:00Z","to":"2024-01-07T00:00:00Z"}"#,
            ["steps/2024-01-03", "steps/2024-01-04", "steps/2024-01-05", "steps/2024-01-06"]
        ),
        (#"{"type":"heart","from":"2024-01-05T09:59:00Z","to":"2024-01-05T10:00:00Z"}"#, ["heart/2024-01-05T09Z"]),
        (#"{"type":"heart","from":"2024-01-05T10:00:00Z","to":"2024-01-05T11:00:00Z"}"#, []),
        (#"{"type":"activitiesSummary"}"#, ["activitiesSummary/2024-01-06"]),
        (#"{"type":"workouts","from":"2024-01-05T09:29:00Z"}"#, ["workouts/\(Line.id(30))"]),
        (#"{"type":"workouts","from":"2024-01-05T09:30:00Z"}"#, []),
        (#"{"type":"glucose","from":"2024-01-05T09:30:00Z"}"#, []),
    ])
    func `documents are posted whose bounds overlap`(entry: String, ids: [String]) {
        var journey = Self.begun()
        journey.commit(Self.asking("[\(entry)]"))
        #expect(journey.jobs.map(Self.ids) == (ids.isEmpty ? [] : [ids.map { "upsert " + $0 }]))
        #expect(journey.refusals.isEmpty)
    }

    @Test(arguments: [
        ("2024-01-05T05:59:00Z", "2024-01-05T07:00:00Z", true), ("2024-01-05T06:00:00Z", "2024-01-05T07:00:00Z", false),
        ("2024-01-04T00:00:00Z", "2024-01-05T01:00:00Z", false), ("2024-01-05T02:00:00Z", "2024-01-05T02:00:01Z", true),
    ])
    func `a session is posted that overlaps, and not one that could only be joined`(
        from: String,
        to: String,
        isPosted: Bool
    ) {
        var journey = Self.begun()
        journey.commit(Self.asking(#"[{"type":"sleep","from":"\#(from)","to":"\#(to)"}]"#))
        let live = journey.documents.keys.filter { $0.hasPrefix("sleep/") }
        #expect(live.count == 1)
        #expect(journey.jobs.map(Self.ids) == (isPosted ? [live.map { "upsert " + $0 }] : []))
        #expect(
            journey.records.filter { $0.kind == .document && $0.key?.starts(with: "sleep".utf8) ?? false }.count == 1
        )
    }

    @Test func `a document both changed and asked for comes once, and what else changed only where it is wanted`()
        throws
    {
        let more = [
            Line.steps(50, "2024-01-06T11:00Z", "2024-01-06T11:10Z", 7),
            Line.steps(51, "2024-01-05T11:00Z", "2024-01-05T11:10Z", 8),
        ]
        var unwanted = Self.begun()
        unwanted.commit(Self.asking(#"[{"type":"steps"}]"#, more))
        #expect(unwanted.jobs.map(Self.ids) == [["upsert steps/2024-01-06"]])
        #expect(unwanted.jobs[0].holds(unwanted.documents["steps/2024-01-06"] ?? "none"))
        var wanted = Self.begun(#","background_delivery":["steps"]"#)
        let before = wanted.jobs.count
        wanted.commit(Self.asking(#"[{"type":"steps","from":"2024-01-04T00:00:00Z"}]"#, more))
        #expect(
            wanted.jobs.dropFirst(before).map(Self.ids) == [
                ["upsert steps/2024-01-04", "upsert steps/2024-01-05", "upsert steps/2024-01-06"]
            ]
        )
    }

    @Test func `uploads of one commit are named by one job of a type`() throws {
        var journey = Self.begun(#","background_delivery":["steps"]"#)
        let before = journey.jobs.count
        let more = [Line.steps(50, "2024-01-05T11:00Z", "2024-01-05T11:10Z", 7)]
        journey.commit(
            Line.upload(Self.collected, more, id: 501),
            Self.asking(#"[{"type":"steps"}]"#, id: 502),
            Self.asking(#"[{"type":"steps"}]"#, id: 503)
        )
        let jobs = journey.jobs.dropFirst(before)
        #expect(jobs.map(Self.ids) == [["upsert steps/2024-01-05", "upsert steps/2024-01-06"]])
        #expect(jobs.first?.uploads == [501, 502, 503].map { Line.id($0) })
    }

    @Test func `an upload that only asks is valid, one that asks for nothing has no data`() {
        var journey = Self.begun()
        journey.commit(
            #"{"upload_id":"\#(Line.id(1))","connection_id":"c","collected_at":"\#(Self.collected)","post":[{"type":"steps"}]}"#
        )
        #expect(journey.refusals.isEmpty && journey.jobs.count == 1)
        journey.commit(
            #"{"upload_id":"\#(Line.id(1))","connection_id":"c","collected_at":"\#(Self.collected)","post":[]}"#
        )
        #expect(journey.refusals == ["noData"])
    }

    @Test(arguments: [
        "7", "null", "{}", #"{"type":7}"#, #"{"type":"HKQuantityTypeIdentifierStepCount"}"#,
        #"{"type":"steps","from":"yesterday"}"#,
        #"{"type":"steps","to":true}"#, #"{"type":"steps","from":"2024-01-05T00:00:00Z","to":"2024-01-04T00:00:00Z"}"#,
        #"{"type":"steps","from":"2023-12-06T23:59:59Z","to":"2024-01-07T00:00:00Z"}"#,
        #"{"type":"steps","from":"2023-01-01T00:00:00Z"}"#,
        #"{"type":"sleep"}"#,
    ])
    func `an entry that is wrong, or a second one of its type, is refused alone`(entry: String) throws {
        var journey = Self.begun()
        journey.commit(Self.asking(#"[{"type":"sleep","from":"2024-01-05T00:00:00Z"}, \#(entry)]"#))
        #expect(journey.refusals == ["invalidValue"])
        let letter = try #require(journey.records.first { $0.deadLetter != nil })
        #expect(letter.value == Array(entry.utf8))
        #expect(letter.headers.first { $0.name == "fork-error-path" }?.value == Array("/post/1".utf8))
        #expect(journey.jobs.count == 1 && journey.accounting.isBalanced)
    }

    @Test func `where there is no callback an entry is refused alone`() {
        var journey = Journey()
        let steps = Line.steps(1, "2024-01-06T10:00Z", "2024-01-06T10:10Z", 5)
        journey.commit(Self.asking(#"[{"type":"steps"},{"type":"heart"}]"#, [steps]))
        #expect(journey.refusals == ["callbackUrlNotProvided", "callbackUrlNotProvided"])
        #expect(journey.jobs.isEmpty && journey.accounting.new == 1)
    }

    @Test func `frozen documents are left out`() {
        var rules = Rules()
        rules.stateRetentionSeconds = 2 * 86_400
        var journey = Self.begun(#","background_delivery":[]"#, rules)
        let entry = #"{"type":"steps","from":"2024-01-01T00:00:00Z","to":"2024-01-08T00:00:00Z"}"#
        journey.commit(Self.asking("[\(entry)]"))
        #expect(
            journey.jobs.map(Self.ids) == [
                ["upsert steps/2024-01-04", "upsert steps/2024-01-05", "upsert steps/2024-01-06"]
            ]
        )
        // This upload itself moves the horizon to the fifth.
        let later = Self.asking("[\(entry)]").replacing(Self.collected, with: "2024-01-07T12:00:00Z")
        journey.commit(later)
        #expect(journey.jobs.last.map(Self.ids) == ["upsert steps/2024-01-05", "upsert steps/2024-01-06"])
    }

    @Test func `all parts of a document that was cut are posted`() throws {
        var rules = Rules()
        rules.documentMaxBytes = 2000
        var journey = Self.begun(#","background_delivery":[]"#, rules)
        let glucose = (0..<30).map {
            Line.sample(
                100 + $0,
                "HKQuantityTypeIdentifierBloodGlucose",
                "2024-01-06T10:00Z",
                "2024-01-06T10:00Z",
                #""value":\#(5 + $0),"unit":"mg/dL""#
            )
        }
        journey.commit(Line.upload(Self.collected, glucose))
        let live = journey.documents.keys.filter { $0.hasPrefix("glucose/") }.sorted()
        #expect(live.count > 2)
        journey.commit(Self.asking(#"[{"type":"glucose"}]"#))
        #expect(journey.jobs.flatMap(Self.ids).sorted() == live.map { "upsert " + $0 })
        let job = try #require(journey.jobs.last)
        for id in live { #expect(job.holds(journey.documents[id] ?? "none")) }
    }
}

import Testing
import Vocabulary

/// Whom a commit tells of what, and in how many parts.
@Suite struct JobRuleTests {
    private static let now = "2024-01-07T12:00:00Z"
    private static let callback = #""callback_url":"https://e.com/hook""#

    /// The jobs of glucose when days of it have so many samples, each with so many kilobytes of metadata.
    private static func jobs(days: [Int], kilobytes: Int, maximum: Int) -> [JobView] {
        var rules = Rules()
        rules.documentMaxBytes = maximum
        var journey = Journey(rules)
        journey.settings(#"{"connection_id":"c",\#(callback)}"#)
        let text = String(repeating: "x", count: kilobytes * 1000)
        let samples = days.enumerated().flatMap { day, count in
            (0..<count).map { number in
                let start = "2024-01-0\(day + 1)T10:00Z"
                let more = #","metadata":{"a":"\#(text)"}"#
                return Line.quantity(
                    day * 100 + number,
                    of: "BloodGlucose",
                    start,
                    "\(5 + number)",
                    "mg/dL",
                    more: more
                )
            }
        }
        journey.commit(Line.upload(now, samples))
        return journey.jobs.filter { $0.type == "glucose" }
    }

    @Test func `a document beyond a job's bound has a job of its own, and no empty one`() {
        let jobs = Self.jobs(days: [6, 6], kilobytes: 200, maximum: 3_000_000)
        #expect(jobs.map { $0.documents.map(\.id) } == [["glucose/2024-01-01"], ["glucose/2024-01-02"]])
        #expect(jobs.enumerated().allSatisfy { $1.text.contains("\"part\":\($0 + 1),\"parts\":2,") })
    }

    @Test func `a job holds what fits into its bound, and the next what does not`() {
        let jobs = Self.jobs(days: [2, 2, 2], kilobytes: 200, maximum: 900_000)
        #expect(
            jobs.map { $0.documents.map(\.id) } == [
                ["glucose/2024-01-01", "glucose/2024-01-02"], ["glucose/2024-01-03"],
            ]
        )
    }

    @Test func `a job of full length that names two thousand uploads is within the bound of its topic`() {
        var rules = Rules()
        rules.documentMaxBytes = 900_000
        var journey = Journey(rules)
        journey.settings(#"{"connection_id":"c",\#(Self.callback)}"#)
        let text = String(repeating: "x", count: 400)
        let lines = (0..<2_000).map { number in
            let more = #","metadata":{"a":"\#(text)"}"#
            let sample = Line.quantity(
                number,
                of: "BloodGlucose",
                "2024-01-05T10:00Z",
                "\(5 + number)",
                "mg/dL",
                more: more
            )
            return Line.upload(Self.now, [sample], id: 10_000 + number)
        }
        journey.commit(lines)
        let longest = journey.records.filter { $0.kind == .job }.map { RecordBounds.bytes(of: $0) }.max() ?? 0
        #expect(longest > 970_000 && longest <= RecordBounds(rules).job)
    }

    @Test func `who asked is called though nobody is any more when the commit ends`() {
        // 2024-01-07T12:00:00Z.
        let noon: Int64 = 1_704_628_800_000
        let post = #","post":[{"type":"steps","from":"2024-01-05T00:00:00Z"}]}"#
        let first = Line.upload(Self.now, [Line.steps(1, "2024-01-05T10:00Z", "2024-01-05T10:10Z", 5)], id: 901)
        let second = Line.upload(Self.now, [Line.steps(2, "2024-01-05T12:00Z", "2024-01-05T12:10Z", 5)], id: 902)
        var journey = Journey()
        journey.commit([
            .settings(#"{"connection_id":"c",\#(Self.callback),"background_delivery":[]}"#, at: noon),
            .uploads(first.dropLast() + post, at: noon), .settings(#"{"connection_id":"c"}"#, at: noon + 1),
            .uploads(second, at: noon + 1),
        ])
        let jobs = journey.jobs
        #expect(jobs.map(\.type) == ["steps"])
        #expect(jobs.first?.text.contains(Self.callback) == true)
        #expect(jobs.first?.text.contains("\"quantity\":10,") == true)
    }
}

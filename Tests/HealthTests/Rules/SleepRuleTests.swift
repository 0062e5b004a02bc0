import Health
import Testing
import Vocabulary

/// How far a change of sleep reaches: over what it joins, and over what overlaps that.
@Suite struct SleepRuleTests {
    private static let now = "2024-01-12T12:00:00Z"

    /// Sleep in January, its bounds written `05T22:00`.
    private static func sleep(_ number: Int, _ start: String, _ end: String, _ stage: Int = 3, _ source: String = "A")
        -> String
    {
        Line.sleep(number, "2024-01-\(start)Z", "2024-01-\(end)Z", stage, source: source)
    }

    @Test func `two sessions of a day that go in one upload are deleted once each`() {
        var journey = Journey()
        let naps = [Self.sleep(1, "05T02:00", "05T03:00"), Self.sleep(2, "05T20:00", "05T21:00")]
        journey.commit(Line.upload(Self.now, naps))
        #expect(journey.documents.count == 2)
        journey.commit(Line.upload(Self.now, [], deleted: [1, 2]))
        let deleted = journey.records.filter { $0.kind == .document && $0.value == nil }.map { $0.key ?? [] }
        #expect(deleted.count == 2 && Set(deleted).count == 2)
    }

    /// The first samples of the sessions that are live, by their numbers, ascending, and whether each is primary.
    private static func sessions(_ commits: [[String]]) -> [String] {
        var journey = Journey()
        for samples in commits { journey.commit(Line.upload(now, samples)) }
        return journey.documents.values.map { document in
            let from =
                document.firstRange(of: "HKCategoryTypeIdentifierSleepAnalysis\"")?.upperBound ?? document.endIndex
            let numbers = document[..<from].matches(of: /"id":"00000000-0000-4000-8000-0*([0-9]+)"/).map { $0.1 }
            let isPrimary = document.contains("\"primary\":{\"quantity\":1,")
            return "\(numbers.last ?? "none")\(isPrimary ? " primary" : "")"
        }.sorted()
    }

    /// What is there, what comes later, and the sessions of both.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let before: [String]
        let after: [String]
    }

    static let cases = [
        Case(
            testDescription: "a chain of long samples is followed to its beginning, days before the change",
            before: [sleep(1, "08T09:00", "09T05:00"), sleep(2, "09T05:00", "10T01:00")],
            after: [sleep(3, "10T01:30", "10T02:00")]
        ),
        Case(
            testDescription:
                "a session that began long before the change is another's rival where the change makes that better",
            before: [sleep(1, "05T22:00", "06T06:00"), sleep(2, "06T05:00", "06T07:20", 3, "B")],
            after: [sleep(3, "06T07:30", "06T09:00", 4, "B")]
        ),
        Case(
            testDescription:
                "a session that lies between two changes is whole, though the reach of the first ends where it begins",
            before: [sleep(1, "06T00:00", "06T00:10")],
            after: [sleep(2, "05T22:00", "05T23:00"), sleep(3, "06T01:00", "06T02:00")]
        ),
        Case(
            testDescription: "another nap of the day stays",
            before: [sleep(1, "06T02:00", "06T03:00"), sleep(2, "06T12:00", "06T13:00")],
            after: [sleep(3, "06T13:20", "06T14:00")]
        ),
        Case(
            testDescription: "an earlier nap of the day grows beside a later one",
            before: [sleep(1, "06T02:00", "06T03:00"), sleep(2, "06T12:00", "06T13:00")],
            after: [sleep(3, "06T03:20", "06T04:00")]
        ),
    ]

    @Test(arguments: cases) func `a change comes to the same as all samples at once`(one: Case) {
        let whole = Self.sessions([one.before + one.after])
        #expect(!whole.isEmpty)
        #expect(Self.sessions([one.before, one.after]) == whole)
    }

    @Test(arguments: [
        // One that only begins where another ends, and a point, are covered by nobody.
        ([(0.0, 30.0, "A"), (30, 90, "B")], "AB"), ([(0, 60, "A"), (30, 30, "B")], "AB"),
        ([(0, 31, "A"), (30, 90, "B")], "B"),
    ])
    func `a session is covered by a better one that it overlaps for more than a point`(
        rows: [(Double, Double, String)],
        primaries: String
    ) throws {
        var samples = Samples()
        let type = try Samples.type("SleepAnalysis")
        let made = try rows.map { try samples.sample(type, $0.0 * 60, $0.1 * 60, 3, from: samples.origin($0.2)) }
        let sessions = SleepSessions.split(made, frozen: [], thresholdSeconds: 3600, pool: samples.pool)
        let found = sessions.filter(\.isPrimary).map { String(decoding: $0.sourceKey, as: UTF8.self) }
        #expect(found.sorted().joined() == primaries)
    }

    @Test func `a session ends with the greatest end of its samples`() throws {
        var samples = Samples()
        let type = try Samples.type("SleepAnalysis")
        let origin = samples.origin("A")
        let made = try [(0.0, 18_000.0), (600, 1200)].map { try samples.sample(type, $0.0, $0.1, 3, from: origin) }
        let sessions = SleepSessions.split(made, frozen: [], thresholdSeconds: 3600, pool: samples.pool)
        #expect(sessions.map(\.end) == [18_000])
    }

    @Test func `a session that a frozen one joins later makes none`() throws {
        var samples = Samples()
        let type = try Samples.type("SleepAnalysis")
        let sample = try samples.sample(type, 0, 1200, 3, from: samples.origin("A"))
        let frozen = SleepSessions.Frozen(sourceKey: Array("A".utf8), start: 1800, end: 3600)
        let found = SleepSessions.split([sample], frozen: [frozen], thresholdSeconds: 3600, pool: samples.pool)
        #expect(found.isEmpty)
    }

    @Test func `an upload that took a sample from one of two sessions is named by that one only`() throws {
        var samples = Samples()
        let type = try Samples.type("SleepAnalysis")
        var made: [Sample] = []
        for (index, source) in ["A", "A", "B", "B"].enumerated() {
            let start = Double(index) * 100
            made.append(try samples.sample(type, start, start + 50, 3, from: samples.origin(source)))
            made[index].upload = -1
        }
        let pool = samples.pool
        // The second samples of each go, by two uploads that are looked at together.
        let removed = [(sample: made[1], upload: 0), (sample: made[3], upload: 1)]
        let ids = ["A": UUID128(hi: 1, lo: 1), "B": UUID128(hi: 1, lo: 2)]
        let course = SleepRevisions(of: [0, 1], samples: [made[0], made[2]], removed: removed[...], samplesMax: 1) {
            rows in
            var sessions: [UUID128: SleepSession] = [:]
            for (key, own) in Dictionary(grouping: Sample.sorted(rows), by: { pool.origin($0).sourceKey }) {
                guard let id = ids[String(decoding: key, as: UTF8.self)] else { continue }
                sessions[id] = SleepSession(sourceKey: key, samples: own)
            }
            return sessions
        }
        #expect(course.uploads[UUID128(hi: 1, lo: 1)] == [0])
        #expect(course.uploads[UUID128(hi: 1, lo: 2)] == [1])
    }

    @Test func `a session that a better copy changed names the upload that brought it, not the other's`() throws {
        var journey = Journey()
        let deep = Self.sleep(9, "06T01:00", "06T02:00", 4)
        let old = [Self.sleep(1, "05T22:00", "06T06:00"), deep, Self.sleep(2, "05T23:00", "06T05:00", 3, "B")]
        journey.commit(Line.upload(Self.now, old))
        let before = journey.records.count
        // The same bounds and another stage.
        let copy = Self.sleep(1, "05T22:00", "06T06:00", 5).replacing("\"value\"", with: "\"version\":2,\"value\"")
        journey.commit(
            Line.upload(Self.now, [copy], id: 901),
            Line.upload(Self.now, [Self.sleep(3, "06T05:00", "06T05:30", 3, "B")], id: 902)
        )
        var named: [String: String] = [:]
        for record in journey.records.dropFirst(before) where record.kind == .document {
            let text = record.value.map { String(decoding: $0, as: UTF8.self) } ?? ""
            let upload = record.headers.first { $0.name == "fork-upload" }?.value ?? []
            let source = text.contains("\"name\":\"A\"") ? "A" : "B"
            named[source] = String(decoding: upload, as: UTF8.self)
        }
        #expect(named == ["A": Line.id(901), "B": Line.id(902)])
    }
}

import Health
import Testing
import Vocabulary

/// Jobs that are too long for one record.
@Suite struct JobContractTests {
    private static let settings = Array(#"{"connection_id":"conn-7","callback_url":"https://example.com/hook"}"#.utf8)

    private static func jobs(_ outcome: Outcome, _ type: String) throws -> [Tree] {
        try outcome.records.filter { $0.kind == .job }.map { try Tree(json: $0.value ?? []) }
            .filter { $0["data_type"]?.text == type }
    }

    private static func upload(_ number: Int, _ samples: [String], deleted: [Int] = []) -> [UInt8] {
        let text = Line.upload("2024-01-06T00:00:00Z", samples, deleted: deleted, id: 100_000 + number)
        return Array(text.replacing(#""connection_id":"c""#, with: #""connection_id":"conn-7""#).utf8)
    }

    @Test(arguments: [2_000, 2_001, 4_500]) func `of more than 2,000 uploads each part names the next`(count: Int)
        throws
    {
        var course = Course()
        course.commit([Self.settings], to: .connections)
        let outcome = course.commit(
            (0..<count).map { Self.upload($0, [Line.steps($0, "2024-01-05T10:00Z", "2024-01-05T10:10Z", 1 + $0)]) }
        )
        let jobs = try Self.jobs(outcome, "steps")
        #expect(jobs.count == (count + 1_999) / 2_000)
        #expect(jobs.flatMap { $0["uploads"]?.list ?? [] }.map(\.text) == (0..<count).map { Line.id(100_000 + $0) })
        #expect(jobs.map { $0["documents"]?.list.count } == [1] + repeatElement(0, count: jobs.count - 1))
        #expect(jobs.allSatisfy { $0["parts"]?.number == Double(jobs.count) })
        #expect(Set(jobs.compactMap { $0["id"]?.text }).count == jobs.count)
        #expect(Set(jobs.compactMap { $0["created_at"]?.text }).count == 1)
    }

    @Test func `up to 2,000 uploads are named in each part, and many tombstones are cut too`() throws {
        var rules = Course.rules
        // Each voltage is a part of its own.
        rules.documentMaxBytes = 100
        var course = Course(rules: rules)
        course.commit([Self.settings], to: .connections)
        let voltages = repeatElement("1", count: 16_000).joined(separator: ",")
        let more = #""voltages":[\#(voltages)]"#
        let type = "HKDataTypeIdentifierElectrocardiogram"
        course.commit([Self.upload(0, [Line.sample(1, type, "2024-01-05T10:00Z", "2024-01-05T10:00Z", more)])])
        let outcome = course.commit([Self.upload(1, [], deleted: [1])])
        let jobs = try Self.jobs(outcome, "electrocardiogram")
        #expect(jobs.count == 2)
        #expect(jobs.allSatisfy { $0["uploads"]?.list.map(\.text) == [Line.id(100_001)] })
        #expect(jobs.reduce(0) { $0 + ($1["documents"]?.list.count ?? 0) } == 16_002)
        let bound = RecordBounds(rules).job
        let longest = outcome.records.filter { $0.kind == .job }.map { RecordBounds.bytes(of: $0) }.max() ?? 0
        #expect(longest <= bound && longest > RecordBounds.jobDocuments)
    }

    @Test(arguments: [(nil, "job/p.uploads"), ("p.", "job/p.uploads"), ("fork.", "job/p./fork.uploads")])
    func `where the output prefix is not the input's, it is part of a job's id`(input: String?, name: String) throws {
        var rules = Course.rules
        rules.topicPrefix = "p."
        rules.inputPrefix = input
        var course = Course(rules: rules)
        course.commit([Self.settings], to: .connections)
        let outcome = course.commit([
            Self.upload(0, [Line.steps(0, "2024-01-05T10:00Z", "2024-01-05T10:10Z", 1)]), Array("no upload".utf8),
        ])
        let id = UUID128.v5(name: Array("\(name)/3/0/steps/1".utf8)).description
        let found = try Self.jobs(outcome, "steps").map { $0["id"]?.text }
        #expect(found == [id])
        let letter = try #require(outcome.records.first { $0.deadLetter != nil })
        let topic = try #require(letter.headers.first { $0.name == "fork-topic" })
        #expect(String(decoding: topic.value, as: UTF8.self) == "\(input ?? "p.")uploads")
        #expect(outcome.records.allSatisfy { $0.topic.hasPrefix("p.") })
    }
}

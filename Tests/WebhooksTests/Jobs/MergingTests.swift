import Randomness
import Testing
import Vocabulary
import Webhooks

struct MergingTests {
    /// The rule as it is said: of a document id the last entry counts, at its place; uploads are joined; all else is the
    /// last job's.
    private static func naive(_ first: PlainJob, _ second: PlainJob) -> PlainJob {
        let documents = first.documents + second.documents
        let counting = documents.indices.filter { index in
            !documents[(index + 1)...].contains { $0.id == documents[index].id }
        }
        let uploads = first.uploads + second.uploads.filter { !first.uploads.contains($0) }
        return second.rewritten(counting.map { documents[$0] }, uploads)
    }

    private static func job(_ documents: String, uploads: Int = 0, part: String = "\"part\":1,\"parts\":1") throws
        -> Job
    {
        let names = (0..<uploads).map { "\"\(PlainJob.uuid($0))\"" }.joined(separator: ",")
        return try read(
            """
            {"id":"\(PlainJob.uuid(0))","type":"fork.data.updated","connection_id":"conn-7","callback_url":"https://h/",\
            "data_type":"sleep","created_at":"2024-04-26T08:15:00Z","uploads":[\(names)],\(part),"documents":[\(documents)]}
            """
        )
    }

    private static func deletion(_ id: String) -> String { #"{"id":"\#(id)","op":"delete"}"# }

    @Test(arguments: 0..<400)
    func `merging applies the rule, and the result reads as itself`(seed: UInt64) throws {
        var dice = SeededRandom(seed: seed)
        var plain = PlainJob(using: &dice)
        var job = try read(plain.text)
        for _ in 0..<Int.random(in: 1...4, using: &dice) {
            let later = PlainJob(using: &dice)
            plain = Self.naive(plain, later)
            job = try #require(job.merged(with: try read(later.text)))
            #expect(text(job.bytes) == plain.text)
        }
        #expect(try read(text(job.bytes)) == job)
        #expect(text(job.body(sequence: 5, isThin: false)) == plain.body(sequence: 5))
        #expect(text(job.body(sequence: 5, isThin: true)) == plain.body(sequence: 5, isThin: true))
    }

    @Test(arguments: 0..<100)
    func `a receiver ends with the same documents, merged or not`(seed: UInt64) throws {
        var dice = SeededRandom(seed: seed)
        let jobs = (0..<4).map { _ in PlainJob(using: &dice) }
        var merged = try read(jobs[0].text)
        for job in jobs.dropFirst() { merged = try #require(merged.merged(with: try read(job.text))) }
        var folded: [String: Bool] = [:]
        for document in jobs.flatMap(\.documents) { folded[document.id] = document.isDeletion }
        let pairs = merged.documents.map { (text($0.id), $0.isDeletion) }
        #expect(Dictionary(pairs) { $1 } == folded)
        #expect(pairs.count == folded.count)
    }

    @Test func `jobs in parts, of other types and of other connections stay alone`() throws {
        let job = try Self.job("")
        #expect(job.merged(with: job) != nil)
        let part = try Self.job("", part: "\"part\":1,\"parts\":2")
        #expect(job.merged(with: part) == nil && part.merged(with: job) == nil && part.merged(with: part) == nil)
        #expect(!job.goesTogether(with: part) && !part.goesTogether(with: job) && job.goesTogether(with: job))
        let other = try read(text(job.bytes).replacing("\"sleep\"", with: "\"steps\""))
        #expect(job.merged(with: other) == nil)
        let stranger = try read(text(job.bytes).replacing("conn-7", with: "conn-8"), key: "conn-8")
        #expect(job.merged(with: stranger) == nil)
    }

    @Test func `a merged job has at most 2,000 uploads, each once`() throws {
        let (all, one) = (try Self.job("", uploads: 2_000), try Self.job("", uploads: 1))
        let merged = try #require(all.merged(with: one))
        #expect(merged.uploadCount == 2_000)
        let beyond = try Self.job("", uploads: 2_001)
        #expect(one.merged(with: beyond) == nil && beyond.merged(with: one) == nil)
    }

    @Test func `a merged job has at most 900,000 bytes, and what is replaced does not count`() throws {
        let small = try Self.job(Self.deletion("sleep/small"))
        let empty = try Self.job("").bytes.count
        let frame = Self.deletion("").utf8.count
        let room = Job.mergedBytesMax - empty - 2 * frame - 1 - "sleep/small".utf8.count
        let fitting = try Self.job(Self.deletion(String(repeating: "x", count: room)))
        #expect(small.merged(with: fitting)?.bytes.count == 900_000)
        #expect(fitting.merged(with: small)?.bytes.count == 900_000)
        let tooLong = try Self.job(Self.deletion(String(repeating: "x", count: room + 1)))
        #expect(small.merged(with: tooLong) == nil && tooLong.merged(with: small) == nil)
        #expect(tooLong.merged(with: tooLong)?.bytes == tooLong.bytes)
    }

    @Test func `what a job brings besides is the last one's`() throws {
        var dice = SeededRandom(seed: 8)
        let (first, second) = (try read(PlainJob(using: &dice).text), try read(PlainJob(using: &dice).text))
        let merged = try #require(first.merged(with: second))
        #expect(merged.id == second.id && merged.id != first.id)
        #expect(merged.createdAtMilliseconds == second.createdAtMilliseconds)
        #expect(merged.callbackURL == second.callbackURL)
    }
}

import Randomness
import Testing
import Webhooks

struct DeliveryBodyTests {
    @Test(arguments: 0..<300)
    func `a body has every value as it stood`(seed: UInt64) throws {
        var dice = SeededRandom(seed: seed)
        let plain = PlainJob(using: &dice)
        let job = try read(plain.text)
        let sequence = Int64.random(in: 0...1_000_000, using: &dice)
        #expect(text(job.body(sequence: sequence, isThin: false)) == plain.body(sequence: sequence))
        #expect(text(job.body(sequence: sequence, isThin: true)) == plain.body(sequence: sequence, isThin: true))
    }

    @Test func `a body does not depend on how the job is read`() throws {
        var dice = SeededRandom(seed: 1)
        let plain = PlainJob(using: &dice)
        let first = try read(plain.text).body(sequence: 1, isThin: false)
        #expect(try read(plain.text).body(sequence: 1, isThin: false) == first)
    }

    @Test(arguments: 0..<300)
    func `without its upserts a job has its deletions as they stood, or nothing is left`(seed: UInt64) throws {
        var dice = SeededRandom(seed: seed)
        let plain = PlainJob(using: &dice)
        let job = try read(plain.text)
        let deletions = plain.documents.filter(\.isDeletion)
        guard let kept = job.keepingDeletions() else {
            #expect(deletions.isEmpty)
            #expect(!job.hasDeletions)
            return
        }
        #expect(job.hasDeletions && !deletions.isEmpty)
        #expect(!kept.hasUpserts)
        let expected = deletions.count == plain.documents.count ? plain : plain.rewritten(deletions, plain.uploads)
        #expect(text(kept.bytes) == expected.text)
        #expect(text(kept.body(sequence: 3, isThin: false)) == expected.body(sequence: 3))
        #expect(text(kept.body(sequence: 3, isThin: true)) == expected.body(sequence: 3, isThin: true))
        #expect(try read(text(kept.bytes)) == kept)
        #expect(kept.id == job.id && kept.createdAtMilliseconds == job.createdAtMilliseconds)
    }

    @Test func `a delivery has these headers`() throws {
        let trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
        let message = SignedMessage(id: Array("id-1".utf8), timestamp: Array("17".utf8), body: [])
        let headers = message.headers(signature: "v1,x", version: "1.2", traceparent: Array(trace.utf8))
        let expected = [
            ("content-type", "application/json"), ("webhook-id", "id-1"), ("webhook-timestamp", "17"),
            ("webhook-signature", "v1,x"), ("user-agent", "fork-worker/1.2"), ("traceparent", trace),
        ]
        #expect(headers.map(\.name) == expected.map(\.0))
        #expect(headers.map(\.value) == expected.map(\.1))
        for wrong in [trace + "\r\nx: y", trace.uppercased(), "", String(trace.dropLast())] {
            let headers = message.headers(signature: "v1,x", version: "1.2", traceparent: Array(wrong.utf8))
            #expect(headers.map(\.name) == expected.dropLast().map(\.0))
        }
        #expect(message.headers(signature: "", version: "", traceparent: nil).count == 5)
    }
}

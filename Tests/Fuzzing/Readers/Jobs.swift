import JSON
import Vocabulary
import Webhooks

/// A record is refused, or is a job that every form of delivery leaves as it stands.
///
/// The bytes are lines: jobs of one connection.
enum Jobs {
    static func check(_ bytes: [UInt8]) throws(Fault) {
        var reader = JobReader()
        var before: Job?
        for line in bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 20) {
            guard let job = try? reader.job(key: Array("conn-7".utf8), value: Array(line)) else { continue }
            try expect(job.bytes.elementsEqual(line), "the bytes of a job are not those of its record")
            try check(job)
            if let kept = job.keepingDeletions() {
                try expect(!kept.hasUpserts, "an upsert is left")
                try check(kept)
            } else {
                try expect(!job.hasDeletions, "a deletion is lost")
            }
            if let merged = before?.merged(with: job) {
                let ids = Set((before?.documents ?? []).map(\.id)).union(job.documents.map(\.id))
                try expect(merged.documents.count == ids.count, "a merged job lacks documents")
                try check(merged)
            }
            before = job
        }
    }

    private static func check(_ job: Job) throws(Fault) {
        var reader = JobReader()
        let again = try? reader.job(key: job.connection.bytes, value: job.bytes)
        try expect(again == job, "a job reads as another one")
        for isThin in [false, true] {
            try check(job, job.body(sequence: 7, isThin: isThin), isThin: isThin)
        }
    }

    private static func check(_ job: Job, _ body: [UInt8], isThin: Bool) throws(Fault) {
        var parser = Parser(maximumDepth: 200)
        var other = Parser(maximumDepth: 200)
        guard let data = (try? parser.parse(body))?.member("data"), let root = try? other.parse(job.bytes),
            var members = root.members
        else { throw Fault("a body is not JSON") }
        try expect(data.member("callback_url") == nil, "a body has the callback URL")
        try expect(data.member("sequence")?.integer == 7, "a body has another sequence")
        try expect((data.member("thin")?.bool ?? false) == isThin, "a body is thin, or is not")
        try expect(data.member("documents")?.count == job.documents.count, "a body lacks documents")
        while let member = members.next() {
            if member.key == "callback_url" || member.key == "sequence" || member.key == "thin" { continue }
            if isThin, member.key == "documents" { continue }
            try expect(has(data, member), "a body has another value")
        }
    }

    private static func has(_ data: Value, _ member: Member) -> Bool {
        guard var members = data.members else { return false }
        while let other = members.next() {
            if other.key == member.key { return other.value.written == member.value.written }
        }
        return false
    }
}

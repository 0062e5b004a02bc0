import JSON
import Testing
import Vocabulary
import Webhooks

struct DestinationTests {
    private static let made: Int64 = 1_714_119_300_000

    private static func settings(_ fields: String) throws -> ConnectionSettings {
        var parser = Parser()
        let record = try parser.parse(Array("{\"connection_id\":\"conn-7\"\(fields)}".utf8))
        let zones = ZoneTable { _ in nil }
        return try ConnectionSettings(record, timestampMilliseconds: made + 60_000, rules: Rules(), zones: zones)
    }

    private static func destination(_ fields: String?, hasDeletions: Bool = true) throws -> Destination {
        Destination(
            try fields.map { try settings($0) },
            createdAtMilliseconds: made,
            callbackURL: Array("https://job/".utf8),
            hasDeletions: hasDeletions
        )
    }

    private static let url = #","callback_url":"https://new/""#
    private static let new = Array("https://new/".utf8)
    private static let job = Array("https://job/".utf8)

    @Test(arguments: [true, false])
    func `a job goes to the newest callback URL, or is dropped`(hasDeletions: Bool) throws {
        #expect(try Self.destination(nil, hasDeletions: hasDeletions) == .dropped(.noCallback))
        #expect(try Self.destination("", hasDeletions: hasDeletions) == .dropped(.noCallback))
        #expect(try Self.destination(Self.url, hasDeletions: hasDeletions) == .whole(Self.new))
        for closed in ["", Self.url] {
            let fields = closed + #","closed":true"#
            #expect(try Self.destination(fields, hasDeletions: hasDeletions) == .dropped(.closed))
        }
    }

    @Test func `the list of background delivery was judged when the job was made`() throws {
        #expect(try Self.destination(Self.url + #","background_delivery":[]"#) == .whole(Self.new))
    }

    @Test(arguments: ["", #","closed":true"#])
    func `of a forgotten connection only deletions go out, at need to the job's own URL`(closed: String) throws {
        let forget = closed + #","forget":true"#
        #expect(try Self.destination(Self.url + forget) == .deletions(Self.new))
        #expect(try Self.destination(forget) == .deletions(Self.job))
        #expect(try Self.destination(Self.url + forget, hasDeletions: false) == .dropped(.forgotten))
        #expect(try Self.destination(forget, hasDeletions: false) == .dropped(.forgotten))
    }

    @Test(arguments: [("08:14:59", false), ("08:15:00", true), ("08:15:01", true)])
    func `a job made after the instant of a forget is whole`(time: String, isForgotten: Bool) throws {
        let forget = #","forget":"2024-04-26T\#(time)Z""#
        #expect(try Self.destination(Self.url + forget) == (isForgotten ? .deletions(Self.new) : .whole(Self.new)))
        #expect(try Self.destination(forget) == (isForgotten ? .deletions(Self.job) : .dropped(.noCallback)))
        let closed = forget + #","closed":true"#
        #expect(try Self.destination(closed) == (isForgotten ? .deletions(Self.job) : .dropped(.closed)))
    }

    @Test func `a job knows its own destination`() throws {
        let whole = """
            {"id":"\(PlainJob.uuid(0))","type":"fork.data.updated","connection_id":"conn-7","callback_url":"https://job/",\
            "data_type":"sleep","created_at":"2024-04-26T08:15:00Z","uploads":[],"part":1,"parts":1,\
            "documents":[{"id":"sleep/1","op":"delete"}]}
            """
        let job = try read(whole)
        #expect(job.destination(under: nil) == .dropped(.noCallback))
        #expect(job.destination(under: try Self.settings(Self.url)) == .whole(Self.new))
        let forgotten = try Self.settings(#","forget":"2024-04-26T08:15:00Z""#)
        #expect(job.destination(under: forgotten) == .deletions(Self.job))
        let upsert = whole.replacing(#""op":"delete""#, with: #""op":"upsert","document":{}"#)
        #expect(try read(upsert).destination(under: forgotten) == .dropped(.forgotten))
    }
}

import Foundation
import Randomness
import Testing
import Vocabulary
import Webhooks

struct JobReaderTests {
    private static let whole = """
        {"id":"0F6E1B2C-1234-4A5B-8C9D-001122334455","type":"fork.data.updated","connection_id":"conn-7","app_id":"demo",\
        "user_id":"u","callback_url":"https://hooks.example.org/x","data_type":"sleep",\
        "created_at":"2024-04-26T08:15:00.123Z","uploads":["0F6E1B2C-1234-4A5B-8C9D-001122334456"],"part":1,"parts":2,\
        "documents":[{"id":"sleep/1","op":"upsert","document":{"id":"sleep/1"}},{"id":"sleep/2","op":"delete"}]}
        """

    private static let examples = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "schemas/examples")

    @Test func `a job has these fields`() throws {
        let job = try read(Self.whole)
        #expect(text(job.bytes) == Self.whole)
        #expect(text(job.id) == "0F6E1B2C-1234-4A5B-8C9D-001122334455")
        #expect(job.connection.string == "conn-7")
        #expect(job.appID == Array("demo".utf8))
        #expect(text(job.callbackURL) == "https://hooks.example.org/x")
        #expect(text(job.dataType) == "sleep")
        #expect(job.createdAtMilliseconds == 1_714_119_300_123)
        #expect(job.part == 1 && job.parts == 2)
        #expect(job.uploadCount == 1)
        #expect(job.documents.map { text($0.id) } == ["sleep/1", "sleep/2"])
        #expect(job.documents.map(\.isDeletion) == [false, true])
        #expect(job.hasUpserts && job.hasDeletions)
    }

    @Test(arguments: ["settings", "post"])
    func `every job of the examples is read, and delivered as it stands`(name: String) throws {
        let file = try Data(contentsOf: Self.examples.appending(path: "\(name).output.ndjson"))
        let lines = String(decoding: file, as: UTF8.self).split(separator: "\n").filter {
            $0.contains("webhook-dispatch")
        }
        #expect(lines.count > 2)
        for line in lines {
            let start = try #require(line.firstRange(of: "\"value\":")?.upperBound)
            let value = String(line[start...].dropLast())
            let key = try #require(line.firstMatch(of: /"key":"([^"]*)"/)).1
            let job = try read(value, key: String(key))
            let url = #""callback_url":"\#(text(job.callbackURL))","#
            let data = value.replacing(url, with: "").dropLast() + #","sequence":12}"#
            let created = try #require(value.firstMatch(of: /"created_at":("[^"]*")/)).1
            #expect(
                text(job.body(sequence: 12, isThin: false))
                    == #"{"type":"fork.data.updated","timestamp":\#(created),"data":\#(data)}"#
            )
        }
    }

    @Test(
        arguments: [
            // What is replaced, by what, the code, and a word of the message.
            ("\"id\":\"0F6E", "\"no\":\"0F6E", .decodingError, "`id` is missing"),
            ("\"0F6E1B2C-1234-4A5B-8C9D-001122334455\"", "7", .decodingError, "`id`"),
            ("001122334455\"", "00112233445\"", .invalidIdentifier, "`id`"),
            ("001122334456\"", "x\"", .invalidIdentifier, "`uploads/0`"),
            ("\"0F6E1B2C-1234-4A5B-8C9D-001122334456\"", "null", .decodingError, "`uploads/0`"),
            ("fork.data.updated", "fork.data.erased", .invalidType, "fork.data.updated"),
            ("\"type\":", "\"no\":", .decodingError, "`type`"),
            ("\"fork.data.updated\"", "[]", .decodingError, "`type`"),
            ("\"connection_id\":", "\"no\":", .decodingError, "`connection_id`"),
            ("\"conn-7\"", "\"conn 7\"", .invalidIdentifier, "connection id"),
            ("\"conn-7\"", "\"conn-8\"", .invalidIdentifier, "key"),
            ("\"conn-7\"", "7", .decodingError, "`connection_id`"), ("\"demo\"", "1", .decodingError, "`app_id`"),
            ("\"u\"", "{}", .decodingError, "`user_id`"),
            ("\"callback_url\":", "\"no\":", .decodingError, "`callback_url`"),
            ("\"https://hooks.example.org/x\"", "null", .decodingError, "`callback_url`"),
            ("\"sleep\",", "\"\",", .invalidIdentifier, "data type"),
            ("\"data_type\":", "\"no\":", .decodingError, "`data_type`"),
            ("\"data_type\":\"sleep\"", "\"data_type\":1", .decodingError, "`data_type`"),
            ("\"created_at\":", "\"no\":", .decodingError, "`created_at`"),
            ("\"2024-04-26T08:15:00.123Z\"", "1714119300", .decodingError, "`created_at`"),
            ("2024-04-26T08:15", "2024-04-31T08:15", .decodingError, "`created_at`"),
            ("\"uploads\":", "\"no\":", .decodingError, "`uploads`"),
            ("[\"0F6E1B2C-1234-4A5B-8C9D-001122334456\"]", "{}", .decodingError, "`uploads`"),
            ("\"part\":1,", "", .decodingError, "`part`"),
            ("\"part\":1", "\"part\":0", .invalidValue, "`part`"),
            ("\"part\":1", "\"part\":3", .invalidValue, "`part`"),
            ("\"part\":1", "\"part\":1.5", .decodingError, "`part`"),
            ("\"part\":1", "\"part\":\"1\"", .decodingError, "`part`"),
            ("\"parts\":2", "\"parts\":-2", .invalidValue, "`parts`"), (",\"parts\":2", "", .decodingError, "`parts`"),
            ("\"documents\":[", "\"no\":[", .decodingError, "`documents`"),
            (#"[{"id":"sleep/1""#, #"[3,{"id":"sleep/1""#, .decodingError, "`documents/0`"),
            (#"{"id":"sleep/2""#, #"{"no":"sleep/2""#, .decodingError, "`documents/1/id`"),
            (#""sleep/2""#, "2", .decodingError, "`documents/1/id`"),
            (#""op":"delete""#, #""no":"delete""#, .decodingError, "`documents/1/op`"),
            (#""delete""#, #""remove""#, .invalidValue, "`documents/1/op`"),
            (#""delete""#, "null", .decodingError, "`documents/1/op`"),
            (#""op":"delete""#, #""op":"upsert""#, .decodingError, "`documents/1/document`"),
            (#""op":"delete""#, #""op":"delete","document":{}"#, .decodingError, "`documents/1/document`"),
            (#""op":"delete""#, #""op":"delete","document":null"#, .decodingError, "`documents/1/document`"),
            (#"{"id":"sleep/1"}}"#, #"[]}"#, .decodingError, "`documents/0/document`"),
            (#"{"id":"sleep/1"}}"#, #"null}"#, .decodingError, "`documents/0/document`"),
            (#""op":"delete""#, #""op":"upsert","op":"delete""#, .decodingError, "`documents/1` has a member twice"),
            (
                #""op":"delete""#, #""op":"delete","\u006fp":"delete""#, .decodingError,
                "`documents/1` has a member twice"
            ),
            (#""part":1"#, #""part":1,"part":1"#, .decodingError, "twice"),
            (#""part":1"#, #""part":1,"\u0064ocuments":[]"#, .decodingError, "twice"),
            ("]}", "]", .decodingError, "JSON"), ("\"u\"", "\"\\ud800\"", .decodingError, "surrogate"),
        ] as [(String, String, RefusalCode, String)]
    )
    func `another record is refused with its code and the field`(
        old: String,
        new: String,
        code: RefusalCode,
        word: String
    ) throws {
        let changed = Self.whole.replacingOccurrences(of: old, with: new, range: Self.whole.range(of: old))
        #expect(changed != Self.whole)
        let found = try #require(refusal(Array(changed.utf8)))
        #expect(found.code == code)
        #expect(found.message.contains(word), "\(found.message)")
        #expect(found.subject == .whole)
    }

    @Test func `a record without a value, without an object or without its key is refused`() {
        #expect(refusal(nil)?.code == .noData)
        #expect(refusal([])?.code == .noData)
        for value in ["[]", "null", "\"x\"", " ", "{"] { #expect(refusal(Array(value.utf8))?.code == .decodingError) }
        #expect(refusal(Array("[]".utf8))?.message == "The job must be a JSON object.")
        let second = Self.whole.replacing("456\"]", with: "456\",\"x\"]")
        #expect(refusal(Array(second.utf8))?.message.contains("`uploads/1`") == true)
        #expect(refusal([0xff])?.code == .decodingError)
        let whole = Array(Self.whole.utf8)
        #expect(refusal(whole) == nil)
        #expect(refusal(whole, key: nil)?.code == .invalidIdentifier)
        #expect(refusal(whole, key: "")?.code == .invalidIdentifier)
        #expect(refusal(whole, key: "conn-8")?.code == .invalidIdentifier)
        #expect(refusal([UInt8](repeating: 0x20, count: JobReader.bytesMax + 1))?.code == .tooLarge)
    }

    @Test func `fields may be unknown, null or in another order, and ids in lower case`() throws {
        let other = """
            {"documents":[],"parts":1.0,"part":1,"later":{"id":[]},"uploads":[],"created_at":"2024-04-26T08:15:00+02:00",\
            "data_type":"laterType","callback_url":"","user_id":null,"app_id":null,"connection_id":"conn-7",\
            "type":"fork.data.updated","id":"0f6e1b2c-1234-4a5b-8c9d-001122334455"}
            """
        let job = try read(other)
        #expect(text(job.id) == "0f6e1b2c-1234-4a5b-8c9d-001122334455")
        #expect(job.appID == nil && job.documents.isEmpty && job.uploadCount == 0)
        #expect(!job.hasUpserts && !job.hasDeletions)
        #expect(job.createdAtMilliseconds == 1_714_112_100_000)
    }

    @Test func `one reader reads many records, refused ones among them`() throws {
        var reader = JobReader()
        for seed: UInt64 in 0..<200 {
            var dice = SeededRandom(seed: seed)
            let plain = PlainJob(using: &dice)
            if seed % 3 == 0 { #expect(throws: Refusal.self) { try reader.job(key: nil, value: Array("{]".utf8)) } }
            let job = try reader.job(key: Array(plain.connection.utf8), value: Array(plain.text.utf8))
            #expect(job.documents.map { text($0.id) } == plain.documents.map(\.id), "seed \(seed)")
            #expect(job.documents.map(\.isDeletion) == plain.documents.map(\.isDeletion), "seed \(seed)")
            #expect(job.uploadCount == plain.uploads.count, "seed \(seed)")
        }
    }

    @Test(
        arguments: [
            ("0", 0), ("12", 12), ("007", 7), ("999999999999999999", 999_999_999_999_999_999), ("", nil), ("-1", nil),
            ("1234567890123456789", nil), ("1 ", nil), ("x", nil),
        ] as [(String, Int64?)]
    )
    func `the header of a job sent again is an offset`(value: String, sequence: Int64?) {
        #expect(SequenceHeader.sequence(Array(value.utf8)) == sequence)
    }
}

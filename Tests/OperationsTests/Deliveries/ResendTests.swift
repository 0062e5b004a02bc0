import Operations
import Testing
import Vocabulary
import Webhooks

/// Which jobs are sent again, and how much of them.
struct ResendTests {
    private static let upsert = #"{"id":"sleep/1","op":"upsert","document":{"value":1}}"#
    private static let deletion = #"{"id":"sleep/2","op":"delete"}"#

    /// Makes a job of connection `c` that was created at 00:00:10 of 1970.
    private static func job(_ documents: [String]) throws -> Job {
        let text = """
            {"id":"00000000-0000-4000-8000-000000000001","type":"fork.data.updated","connection_id":"c","app_id":"app",\
            "user_id":"u","callback_url":"https://c.example/","data_type":"sleep",\
            "created_at":"1970-01-01T00:00:10.000Z","uploads":["00000000-0000-4000-8000-000000000001"],"part":1,"parts":1,\
            "documents":[\(documents.joined(separator: ","))]}
            """
        var reader = JobReader()
        return try reader.job(key: [UInt8(ascii: "c")], value: Array(text.utf8))
    }

    private static func forgotten(at milliseconds: Int64) -> ForgottenConnections {
        var forgotten = ForgottenConnections()
        let settings = Array(#"{"connection_id":"c","forget":true}"#.utf8)
        unsafe forgotten.take(
            key: [UInt8(ascii: "c")].span.bytes,
            value: settings.span.bytes,
            timestampMilliseconds: milliseconds
        )
        return forgotten
    }

    @Test(
        arguments: [
            // Forgotten since it was made, or before.
            (10_000, 20_000, [upsert, deletion], [deletion]), (9_999, 20_000, [upsert, deletion], [upsert, deletion]),
            (10_000, 20_000, [upsert], []), (10_000, 20_000, [deletion], [deletion]),
            // The clock of the upload may have been ahead: the record is as old as its timestamp, too.
            (9_999, 9_000, [upsert, deletion], [deletion]),
        ] as [(Int64, Int64, [String], [String])]
    )
    func `what was forgotten since is not sent again`(
        forgotten: Int64,
        timestamp: Int64,
        documents: [String],
        left: [String]
    ) throws {
        let job = try Self.job(documents)
        let rest = Self.forgotten(at: forgotten).rest(of: job, timestampMilliseconds: timestamp)
        #expect(try rest?.bytes == (left.isEmpty ? nil : Self.job(left).bytes))
        #expect(ForgottenConnections().rest(of: job, timestampMilliseconds: nil) == job)
    }
}

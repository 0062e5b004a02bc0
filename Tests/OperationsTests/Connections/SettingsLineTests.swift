import Operations
import Testing
import Vocabulary
import Worker

/// Settings are judged by the rules of workers before they are written.
struct SettingsLineTests {
    private static let zones = ZoneTable(read: ZoneFolder(environment: [:]).read)

    private static func line(_ json: String, allowsLoopback: Bool = false) throws -> SettingsLine {
        var judge = SettingsJudge(zones: zones, forms: [])
        return try SettingsLine(Array(json.utf8), allowsLoopback: allowsLoopback, &judge)
    }

    private static func reason(_ json: String, allowsLoopback: Bool = false) -> String? {
        do {
            _ = try line(json, allowsLoopback: allowsLoopback)
            return nil
        } catch {
            return (error as? WrongSettings)?.reason
        }
    }

    @Test(arguments: [
        #"{"connection_id":"a"}"#, #" { "connection_id" : "a", "note" : 1.50 } "#,
        #"{"connection_id":"a","callback_url":"https://a.example","background_delivery":["sleep"],"closed":true}"#,
        #"{"connection_id":"a","forget":"2024-04-26T08:15:00Z"}"#,
    ])
    func `what workers accept is written as it stands`(json: String) throws {
        let line = try Self.line(json)
        #expect(line.connection.string == "a" && line.json == Array(json.utf8))
        #expect(line.mentionsForget == json.contains("forget"))
    }

    @Test(arguments: [
        ("", "The record has no value"), ("{", "This is not JSON"), ("[]", "must be a JSON object"),
        ("7", "must be a JSON object"),
        ("{}", "`connection_id`"), (#"{"connection_id":"a.b"}"#, "must match"),
        (#"{"connection_id":7}"#, "connection_id"),
        (#"{"connection_id":"a","closed":"yes"}"#, "`closed` must be true or false"),
        (#"{"connection_id":"a","app_id":"a b"}"#, "app id must match"),
        (#"{"connection_id":"a","user_id":7}"#, "user_id"), (#"{"connection_id":"a","region":"UK"}"#, "US or EU"),
        (#"{"connection_id":"a","time_zone":"Nowhere/Atall"}"#, "time zone"),
        (#"{"connection_id":"a","callback_url":"http://a.example"}"#, "https"),
        (#"{"connection_id":"a","callback_url":"http://127.0.0.1:8099"}"#, "https"),
        (#"{"connection_id":"a","background_delivery":["slep"]}"#, "slep"),
        (#"{"connection_id":"a","allowed_types":"sleep"}"#, "array of strings"),
        (#"{"connection_id":"a","forget":"yesterday"}"#, "forget"),
    ])
    func `what workers refuse has their reason`(json: String, reason: String) {
        let found = Self.reason(json)
        #expect(found?.contains(reason) == true, "\(found ?? "accepted")")
    }

    @Test func `loopback is for those who allow it`() {
        let json = #"{"connection_id":"a","callback_url":"http://127.0.0.1:8099/hook"}"#
        #expect(Self.reason(json) != nil && Self.reason(json, allowsLoopback: true) == nil)
        let far = #"{"connection_id":"a","callback_url":"http://a.example/hook"}"#
        #expect(Self.reason(far, allowsLoopback: true) != nil)
    }

    @Test(arguments: [
        (#"{"connection_id":"a","app_id":"x","offset":12,"partition":3}"#, #"{"connection_id":"a","app_id":"x"}"#),
        (#"{ "offset": 1, "connection_id": "a", "note": [ 1 ] }"#, #"{"connection_id":"a","note":[1]}"#),
    ])
    func `what get has added is left out`(json: String, written: String) throws {
        #expect(try Self.line(json).json == Array(written.utf8))
    }
}

import Operations
import Randomness
import Testing
import Vocabulary

/// Single fields of settings change, and all else stays as it was written.
struct SettingsEditTests {
    private static func applied(_ edits: [(String, String)], to json: String?) throws -> String {
        let connection = try #require(ConnectionID(Array("a".utf8)))
        let edits = edits.map { SettingsEdit($0, to: $1) }
        let made = SettingsEdit.apply(edits, to: json.map { Array($0.utf8) }, of: connection)
        return String(decoding: made, as: UTF8.self)
    }

    @Test(
        arguments: [
            ([("app_id", "x")], nil, #"{"connection_id":"a","app_id":"x"}"#),
            ([], #"{"connection_id":"a","b":[1,2],"c":{"d":"é"}}"#, #"{"connection_id":"a","b":[1,2],"c":{"d":"é"}}"#),
            (
                [("b", "2"), ("new", "[]")], #"{ "b" : 1.50, "connection_id" : "a", "c" : 1.50 }"#,
                #"{"b":2,"connection_id":"a","c":1.5,"new":[]}"#
            ),
            ([("b", "null")], #"{"connection_id":"a","b":1,"c":null}"#, #"{"connection_id":"a","c":null}"#),
            ([("b", "null"), ("b", "3")], #"{"b":1,"connection_id":"a"}"#, #"{"b":3,"connection_id":"a"}"#),
            ([("b", "3"), ("b", "null")], #"{"b":1,"connection_id":"a"}"#, #"{"connection_id":"a"}"#),
            // Of equal keys the last counts, also before the change.
            ([("c", "true")], #"{"b":1,"connection_id":"a","b":2}"#, #"{"b":2,"connection_id":"a","c":true}"#),
            ([("b", "null")], #"{"b":1,"connection_id":"a","b":2}"#, #"{"connection_id":"a"}"#),
        ] as [([(String, String)], String?, String)]
    )
    func `fields change in their places`(edits: [(String, String)], before: String?, after: String) throws {
        #expect(try Self.applied(edits, to: before) == after)
    }

    @Test(arguments: [
        ("true", "true"), ("-7", "-7"), (#""true""#, #""true""#), (#" [ "sleep" ] "#, #"["sleep"]"#),
        ("Europe/Vilnius", #""Europe/Vilnius""#), ("[sleep]", #""[sleep]""#), ("", #""""#), ("True", #""True""#),
        (#"a"b\"#, #""a\"b\\""#), ("1e999", #""1e999""#), ("{}", "{}"),
        ("https://a.example/?b=c", #""https://a.example/?b=c""#),
    ])
    func `a value is JSON, or else a string`(text: String, value: String) {
        #expect(SettingsEdit("a", to: text).value == Array(value.utf8))
    }

    @Test func `null removes, also with blanks`() {
        #expect(SettingsEdit("a", to: "null").value == nil && SettingsEdit("a", to: " null ").value == nil)
        #expect(SettingsEdit("a", to: #""null""#).value == Array(#""null""#.utf8))
    }

    /// Fields of both changes are there in the end, whatever the order: neither reads what the other has written.
    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `changes of different fields can change places`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<10 {
            let fields = ["app_id", "user_id", "time_zone", "plan"].shuffled(using: &random)
            let before = fields.prefix(Int.random(in: 0...4, using: &random)).map { #""\#($0)":0"# }
            let json = #"{"connection_id":"a"\#(before.map { ",\($0)" }.joined())}"#
            let one = (fields[0], Bool.random(using: &random) ? "null" : "1")
            let other = (fields[3], Bool.random(using: &random) ? "null" : "2")
            let first = try Self.applied([other], to: Self.applied([one], to: json))
            let second = try Self.applied([one], to: Self.applied([other], to: json))
            func sorted(_ json: String) -> [Substring] { json.dropFirst().dropLast().split(separator: ",").sorted() }
            #expect(sorted(first) == sorted(second), "seed \(seed)")
        }
    }
}

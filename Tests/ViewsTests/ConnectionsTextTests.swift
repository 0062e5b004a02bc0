import JSON
import Operations
import Testing
import Views
import Vocabulary

/// Settings of connections as a person and a program read them.
struct ConnectionsTextTests {
    private static func standing(_ json: String, offset: Int64 = 12) throws -> StandingSettings {
        let bytes = Array(json.utf8)
        var judge = SettingsJudge(zones: ZoneTable { _ in nil }, forms: [])
        let read = try unsafe judge.settings(bytes.span.bytes, allowsLoopback: true)
        return StandingSettings(read.connection, try #require(read.settings), json: bytes, partition: 3, offset: offset)
    }

    private static func written(_ write: (inout Writer) -> Void) -> String {
        var writer = Writer()
        write(&writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test func `a table shows the host of a callback only, and what happens to a connection`() throws {
        let connections = try [
            #"{"connection_id":"a","app_id":"demo","callback_url":"https://user:secret@a.example:8443/hook?key=secret"}"#,
            #"{"connection_id":"b","callback_url":"http://[::1]:8099","background_delivery":["steps","sleep"],"closed":true}"#,
            #"{"connection_id":"c","callback_url":"https://c.example","background_delivery":[]}"#,
            #"{"connection_id":"d","forget":true}"#,
        ].map { try Self.standing($0) }
        #expect(
            ConnectionsText.lines(connections) == [
                "connection  app   callback        webhooks for  state",
                "a           demo  a.example:8443  all           open",
                "b                 [::1]:8099      sleep steps   closed",
                "c                 c.example       none          open",
                "d                                               erased", "4 connections, 2 closed or erased",
            ]
        )
        #expect(connections.map(\.getsWebhooks) == [true, false, false, false])
    }

    @Test(arguments: [
        ("https://a.example", "a.example"), ("HTTPS://user:secret@a.example:8443/hook?key=@secret", "a.example:8443"),
        ("https://a.example?b@c", "a.example"), ("https://[::1]:8099#x@y", "[::1]:8099"),
    ])
    func `neither user nor path of a callback are in the table`(url: String, host: String) throws {
        let settings = try Self.standing(#"{"connection_id":"a","callback_url":"\#(url)"}"#)
        let row = try #require(ConnectionsText.lines([settings]).dropFirst().first)
        #expect(row.split(separator: " ").map(String.init) == ["a", host, "all", "open"])
    }

    @Test func `settings are printed as they were written, on one line`() throws {
        let odd = #"{ "connection_id" : "a", "note" : 1.50 }"#
        let settings = try Self.standing(odd)
        #expect(Self.written { ConnectionsText.write(settings, into: &$0) } == odd)
        let long = try Self.standing("{\n  \"connection_id\": \"a\",\r\n\t\"note\": \"\\n\" }")
        #expect(Self.written { ConnectionsText.write(long, into: &$0) } == #"{"connection_id":"a","note":"\n"}"#)
    }

    @Test func `one connection has the place of its record, instead of fields of these names`() throws {
        let settings = try Self.standing(#"{"offset":1,"connection_id":"a","partition":"x","closed":true}"#)
        #expect(
            Self.written { ConnectionsText.writePlaced(settings, into: &$0) }
                == #"{"connection_id":"a","closed":true,"offset":12,"partition":3}"#
        )
        #expect(
            ConnectionsText.page(settings)
                == [
                    "{", #"  "connection_id": "a","#, #"  "closed": true,"#, #"  "offset": 12,"#, #"  "partition": 3"#,
                    "}",
                ]
        )
    }
}

/// What is said after settings were written.
struct WrittenSettingsTests {
    private static func written(_ ids: [String], created: Int = 0, reopened: [String] = []) -> WrittenSettings {
        func connections(_ ids: [String]) -> [ConnectionID] { ids.compactMap { ConnectionID(Array($0.utf8)) } }
        return WrittenSettings(
            connections: connections(ids),
            created: created,
            reopened: connections(reopened),
            offsets: [3: 17...17],
            sinceMilliseconds: 0
        )
    }

    private static func summary(_ written: WrittenSettings, _ answer: SettingsUpdate.Answer?) -> (String, Bool) {
        let summary = ConnectionsText.summary(written, answer, topic: "fork.connections", group: "g", within: "30 s")
        return (summary.text, summary.isDone)
    }

    @Test(
        arguments: [
            (nil, "", true), (.taken, ", and workers of g have read it", true),
            (.unknown, ". The broker of a sandbox does not say when workers have read it", true),
            (
                .late([3]),
                ", but no worker of g has committed partition 3 within 30 s: check with fork-worker status whether one is running. "
                    + "There is no need to write again", false
            ),
            (
                .refused(["a"], code: "invalidValue"),
                ", but workers of g have refused the settings of a (invalidValue), and keep those before: see fork-worker "
                    + "dead-letters list --connection a", false
            ),
        ] as [(SettingsUpdate.Answer?, String, Bool)]
    )
    func `one connection is named with its place`(answer: SettingsUpdate.Answer?, end: String, isDone: Bool) {
        let summary = Self.summary(Self.written(["a"], created: 1), answer)
        #expect(summary == ("a (new) is written to fork.connections, partition 3, offset 17\(end)", isDone))
    }

    @Test func `several connections are counted, each once`() {
        let several = Self.written(["a", "b", "a"], created: 1)
        #expect(
            Self.summary(several, .taken).0
                == "2 connections (1 new) written to fork.connections, and workers of g have read them"
        )
        #expect(Self.summary(several, .late(Array(0..<7))).0.contains("partition 0, 1, 2, 3, 4 … within"))
        #expect(Self.summary(several, .refused(["a", "b"], code: "x")).0.contains("settings of a and of 1 other (x)"))
    }

    @Test func `who was erased and is open again is named`() {
        #expect(ConnectionsText.warning(Self.written(["a"])) == nil)
        #expect(
            ConnectionsText.warning(Self.written(["a"], reopened: ["a"]))?.contains("warning: a was erased") == true
        )
        #expect(
            ConnectionsText.warning(Self.written(["a"], reopened: ["a", "b", "c"]))?.contains("a and 2 others") == true
        )
    }
}

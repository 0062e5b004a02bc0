import ConsoleReading
import Foundation
import Health
import Operations
import Serving
import Testing
import Vocabulary
import Worker

/// What the API says of one connection.
struct ConnectionTests {
    private static let hasZones = FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/Europe/Vilnius")

    /// Steps of two sources on two days, and a night between them.
    private func scene(rules: Rules = Rules()) throws -> ConsoleScene {
        let scene = try ConsoleScene(rules: rules)
        let settings = """
            {"connection_id":"anna","app_id":"demo","user_id":"u-1",\
            "callback_url":"https://me:pw@hook.example:8443/x?y=1"}
            """
        try scene.commit(settings, of: "anna", to: .connections)
        let first = [
            Upload.steps(1, "2024-04-16T08:00:00Z", "2024-04-16T08:10:00Z", 100, source: "Watch"),
            Upload.steps(2, "2024-04-16T08:05:00Z", "2024-04-16T08:15:00Z", 300),
            Upload.sleep(3, "2024-04-16T20:00:00Z", "2024-04-17T03:00:00Z"),
        ]
        let second = [Upload.steps(4, "2024-04-17T08:00:00Z", "2024-04-17T08:10:00Z", 50)]
        try scene.commit(Upload.of("anna", at: "2024-04-17T06:00:00Z", 901, first), of: "anna")
        try scene.commit(Upload.of("anna", at: "2024-04-17T12:00:00Z", 902, second), of: "anna")
        return scene
    }

    private func sleepID(_ scene: ConsoleScene) throws -> String {
        try #require(scene.live["anna"]?.keys.first { $0.hasPrefix("sleep/") })
    }

    /// A live document as the API shows it.
    private func shown(_ bytes: [UInt8]) -> String {
        String(decoding: bytes, as: UTF8.self)
            .replacing(#/,"user_id":"[^"]*"/#, with: "").replacing(#/,"collected_at":[0-9.]+/#, with: "")
    }

    @Test(.enabled(if: hasZones)) func `a connection is summed up`() throws {
        let answer = try scene().ask("anna")
        #expect(answer.status == 200)
        #expect(
            answer.text == """
                {"id":"anna","at":{"topic":"fork.uploads","partition":0,"offset":2},\
                "collected_at":"2024-04-17T12:00:00.000Z","horizon":"2023-03-14T00:00:00.000Z",\
                "time_zone":"Europe/Vilnius","app_id":"demo","user_id":"u-1","callback_host":"hook.example",\
                "closed":false,"first":"2024-04-16","last":"2024-04-17",\
                "documents":{"activitiesSummary":2,"sleep":1,"steps":2},"frozen":0,"rederiving":false}
                """
        )
    }

    @Test(.enabled(if: hasZones)) func `a night counts on the day it ends, the rest on the day it starts`() throws {
        let scene = try scene()
        let answer = scene.ask("anna", "days", query: [("from", "2024-04-15"), ("to", "2024-04-17")])
        let night = try sleepID(scene)
        #expect(
            answer["days"] == """
                [{"date":"2024-04-16","documents":\
                [{"id":"activitiesSummary/2024-04-16","type":"activitiesSummary"},\
                {"id":"steps/2024-04-16","type":"steps"}]},\
                {"date":"2024-04-17","documents":\
                [{"id":"activitiesSummary/2024-04-17","type":"activitiesSummary"},\
                {"id":"\(night)","type":"sleep"},{"id":"steps/2024-04-17","type":"steps"}]}]
                """
        )
        #expect(answer["at/offset"] == "2")
    }

    @Test(arguments: [
        [], [("from", "2024-04-15")], [("to", "2024-04-15")], [("from", "2024-04-16"), ("to", "2024-04-15")],
        [("from", "2024-01-01"), ("to", "2024-03-03")], [("from", "2024-02-30"), ("to", "2024-03-03")],
        [("from", "2024-04-15"), ("to", "2024-04-15"), ("day", "1")],
    ])
    func `days that are missing, wrong or more than 62 are refused`(query: [(String, String)]) throws {
        let answer = try scene().ask("anna", "days", query: query)
        #expect(answer.status == 400 && answer.code == "badRequest")
    }

    @Test func `documents are the live ones in the order of the command, in pages of any size`() throws {
        let scene = try scene()
        let live = try #require(scene.live["anna"])
        let expected = live.keys.sorted { left, right in
            (left.prefix { $0 != "/" }, left.split(separator: "/")[1]) < (
                right.prefix { $0 != "/" }, right.split(separator: "/")[1]
            )
        }
        for limit in 1...6 {
            var found: [String] = []
            var after: String?
            repeat {
                let query = [("limit", "\(limit)")] + (after.map { [("after", $0)] } ?? [])
                let page = scene.ask("anna", "documents", query: query)
                #expect(page["frozen"] == "[]" && page["pending"] == "[]" && page["differs"] == "[]")
                let body = try #require(page.text.firstRange(of: #""documents":["#))
                let end = try #require(page.text.firstRange(of: #"],"frozen""#))
                found.append(String(page.text[body.upperBound..<end.lowerBound]))
                after = page["next"]
            } while after != nil
            #expect(found.joined(separator: ",") == expected.compactMap { live[$0].map(shown) }.joined(separator: ","))
        }
    }

    @Test(arguments: [
        ("type", "steps", 2), ("from", "2024-04-17", 3), ("to", "2024-04-16", 3), ("from", "2024-04-17T03:00:00Z", 2),
        ("from", "2024-04-18", 0), ("to", "2024-04-16T08:00:00+03:00", 2),
    ])
    func `documents are selected by type and by time, as the command does`(name: String, value: String, count: Int)
        throws
    {
        let scene = try scene()
        let answer = scene.ask("anna", "documents", query: [(name, value)])
        #expect(answer.status == 200)
        #expect(answer["documents/\(count)/id"] == nil)
        if count > 0 { #expect(answer["documents/\(count - 1)/id"] != nil) }
    }

    @Test(arguments: [("type", "stairs"), ("from", "yesterday"), ("after", "steps/2024-04-16"), ("limit", "1001")])
    func `a wrong parameter of documents is named`(name: String, value: String) throws {
        let answer = try scene().ask("anna", "documents", query: [(name, value)])
        #expect(answer.status == 400 && answer["error/message"]?.hasPrefix(name + " ") == true)
    }

    @Test func `a document is the published one, by an id with or without an escaped slash`() throws {
        let scene = try scene()
        let live = try #require(scene.live["anna"])
        for (id, bytes) in live {
            let answer = scene.ask("anna", "documents", id)
            #expect(answer.text.contains(#","document":\#(shown(bytes)),"published":"same","frozen":false}"#))
            let parts = id.split(separator: "/").map(String.init)
            #expect(scene.ask("anna", "documents", parts[0], parts[1]).text == answer.text)
        }
    }

    @Test(arguments: [
        "steps/2024-04-18", "steps", "nothing/2024-04-16", "sleep/\(Upload.id(1))", "workouts/\(Upload.id(1))",
    ])
    func `a document that does not exist is unknown`(id: String) throws {
        for kind in ["documents", "explain"] {
            let answer = try scene().ask("anna", kind, id)
            #expect(answer.status == 404 && answer.code == "unknownDocument")
        }
    }

    @Test func `a path that there is not is not found, and a wrong id is unknown`() throws {
        let scene = try scene()
        for path in ["nothing", "explain", ""] { #expect(scene.ask("anna", path).code == "notFound") }
        #expect(scene.ask("anna", "days", "2024").code == "notFound")
        for id in ["", "a/b", "ann\u{0}", "bert", String(repeating: "a", count: 201)] {
            #expect(scene.ask(id, "changes").code == "unknownConnection")
        }
    }

    @Test func `a total is the sum of its stored samples by their shares`() throws {
        let scene = try scene()
        let without = scene.ask("anna", "explain", "steps/2024-04-16")
        #expect(without["figures/0/samples"] == "[]" && without["figures/0/more"] == nil)
        let figure = try #require(without["figures/0/figure"])
        let answer = scene.ask("anna", "explain", "steps/2024-04-16", query: [("figure", figure)])
        #expect(answer["figures/0/value"] == "250" && answer["figures/1/figure"] == nil)
        #expect(answer["figures/0/samples/0/share"] == "1" && answer["figures/0/samples/0/why"] == "counts")
        #expect(answer["figures/0/samples/1/share"] == "0.5" && answer["figures/0/samples/1/why"] == "covered")
        for figure in ["data/0", "/data/9", "/"] {
            let wrong = scene.ask("anna", "explain", "steps/2024-04-16", query: [("figure", figure)])
            #expect(wrong.status == 400 && wrong["error/message"]?.hasPrefix("figure ") == true)
        }
    }

    @Test func `a figure of many samples names 200, and says how many more there are`() throws {
        let scene = try ConsoleScene()
        let samples = (0..<250).map { number in
            let start = "2024-04-16T0\(number / 60):\(number % 60 < 10 ? "0" : "")\(number % 60):00Z"
            return Upload.steps(number, start, start, 1)
        }
        try scene.commit(Upload.of("anna", at: "2024-04-17T06:00:00Z", 901, samples), of: "anna")
        let query = [("figure", "/data/0/data/steps")]
        let answer = scene.ask("anna", "explain", "steps/2024-04-16", query: query)
        #expect(answer["figures/0/more"] == "50" && answer["figures/0/samples/200"] == nil)
        #expect(answer["figures/0/samples/199/share"] == "1")
    }

    @Test func `an hour of 20,000 heart rates is shown whole, and explained by its first 200`() throws {
        let scene = try ConsoleScene()
        let samples = (0..<20_000).map { number in
            let seconds = number % 3_600
            let clock = [13, seconds / 60, seconds % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
            return Upload.heart(number, "2024-04-16T\(clock)Z", 60 + number % 79)
        }
        try scene.commit(Upload.of("anna", at: "2024-04-17T06:00:00Z", 99_901, samples), of: "anna")
        let id = "heart/2024-04-16T13Z"
        let document = scene.ask("anna", "documents", id)
        #expect(document.status == 200 && document.text.hasSuffix(#","published":"same","frozen":false}"#))
        let figure = "/data/0/data/HKQuantityTypeIdentifierHeartRate"
        let answer = scene.ask("anna", "explain", id, query: [("figure", figure)])
        #expect(answer["figures/0/more"] == "19800" && answer["figures/0/samples/199/why"] == "counts")
        #expect(answer["figures/0/samples/200"] == nil)
    }

    @Test func `changes are listed newest first, by upload`() throws {
        let scene = try scene()
        let answer = scene.ask("anna", "changes")
        #expect(answer["since"] == "2024-05-01T00:00:00.000Z")
        #expect(answer["changes/0/upload_id"] == Upload.id(902) && answer["changes/1/upload_id"] == Upload.id(901))
        #expect(answer["changes/0/time"] == "2024-05-01T00:00:03.000Z")
        #expect(
            answer["changes/0/documents"] == """
                [{"id":"activitiesSummary/2024-04-17","op":"upsert"},{"id":"steps/2024-04-17","op":"upsert"}]
                """
        )
        #expect(answer["changes/0/jobs"] == "2")
    }

    @Test func `a forgotten connection is unknown at once, its changes too`() throws {
        let scene = try scene()
        try scene.commit(#"{"connection_id":"anna","forget":true}"#, of: "anna", to: .connections)
        for path in ["days", "documents", "changes"] { #expect(scene.ask("anna", path).code == "unknownConnection") }
        #expect(scene.ask().text == #"{"connections":[],"skipped":[]}"#)
        let anna = try #require(ConnectionID(Array("anna".utf8)))
        #expect(scene.board.changes(of: anna, in: 0).isEmpty)
    }

    @Test func `documents that wait for a topic are pending, and what they will be`() throws {
        let scene = try scene()
        let before = scene.ask("anna", "documents", "steps/2024-04-17")
        scene.refuse("fork.connection.anna")
        let more = [Upload.steps(5, "2024-04-17T09:00:00Z", "2024-04-17T09:10:00Z", 7)]
        try scene.commit(Upload.of("anna", at: "2024-04-17T13:00:00Z", 903, more), of: "anna")
        let answer = scene.ask("anna")
        #expect(answer["owed/topic"] == "fork.connection.anna" && answer["owed/reason"] == "cannot be created")
        #expect(answer["owed/since"] == "2024-05-01T00:00:04.000Z")
        let after = scene.ask("anna", "documents", "steps/2024-04-17")
        #expect(before["published"] == "same" && after["published"] == "pending")
        #expect(after.text.contains(#""quantity":57,"#))
        let all = scene.ask("anna", "documents")
        #expect(all["pending"] == #"["activitiesSummary/2024-04-17","steps/2024-04-17"]"#)
        #expect(all["documents/4/id"] == "steps/2024-04-17" && all["differs"] == "[]")
    }

    @Test func `documents around the horizon are frozen, and not shown`() throws {
        var rules = Rules()
        rules.stateRetentionSeconds = 10 * 86_400
        let scene = try scene(rules: rules)
        let later = [Upload.steps(9, "2024-04-27T08:00:00Z", "2024-04-27T08:10:00Z", 1)]
        try scene.commit(Upload.of("anna", at: "2024-04-27T12:00:00Z", 903, later), of: "anna")
        let night = try sleepID(scene)
        let answer = scene.ask("anna", "documents")
        #expect(answer["frozen"]?.contains(night) == true)
        #expect(scene.ask("anna", "documents", night).text.hasSuffix(#","frozen":true}"#))
        #expect(scene.ask("anna", "explain", night).code == "unknownDocument")
        #expect(scene.ask("anna")["frozen"] == "3")
    }
}

import Testing
import Vocabulary

/// The settings of connections: what they let in, and what may be in them.
@Suite(.enabled(if: ZoneFiles.areInstalled)) struct SettingsContractTests {
    private static let steps = Line.upload(
        "2024-01-06T12:00:00Z",
        [Line.steps(1, "2024-01-06T10:00Z", "2024-01-06T10:10Z", 5)]
    )
    /// 2024-01-06T12:00:00Z.
    private static let noon: Int64 = 1_704_542_400_000

    @Test(arguments: [
        (#""closed":true"#, Int64(0), ["connectionIsClosed"]), (#""closed":true"#, 1, ["connectionIsClosed"]),
        (#""closed":true"#, -1, []), (#""allowed_types":["sleep"]"#, 0, ["unauthorized"]),
        (#""allowed_types":["sleep"]"#, -1, []), (#""allowed_types":["steps"]"#, 0, []),
    ])
    func `settings judge what is not older than they are`(settings: String, age: Int64, refusals: [String]) {
        var journey = Journey()
        journey.settings(#"{"connection_id":"c",\#(settings)}"#, at: Self.noon)
        journey.commit(Self.steps, at: Self.noon + age)
        #expect(journey.refusals == refusals)
    }

    @Test func `lines of files are judged by all settings`() {
        var journey = Journey()
        journey.settings(#"{"connection_id":"c","closed":true}"#)
        journey.commit(Self.steps)
        #expect(journey.refusals == ["connectionIsClosed"])
    }

    @Test func `where only known connections are taken one without settings is not`() {
        var rules = Rules()
        rules.knownConnectionsOnly = true
        var journey = Journey(rules)
        journey.commit(Self.steps)
        #expect(journey.refusals == ["unauthorized"] && journey.documents.isEmpty)
        #expect(journey.accounting.uploadsRefused == 1 && journey.accounting.refused == 1)
        journey.settings(#"{"connection_id":"c"}"#)
        journey.commit(Self.steps)
        #expect(journey.documents["steps/2024-01-06"] != nil)
        // Its settings are gone: its documents stay.
        journey.settings(nil)
        let before = journey.records.count
        journey.commit(Self.steps)
        #expect(journey.refusals == ["unauthorized", "unauthorized"] && journey.records.count == before + 1)
    }

    @Test(arguments: [
        (#""user_id":"\#(String(repeating: "x", count: 1000))""#, nil as String?),
        (#""user_id":"\#(String(repeating: "x", count: 1001))""#, "tooLarge"),
        (#""callback_url":"https://\#(String(repeating: "x", count: 1992))""#, nil),
        (#""callback_url":"https://\#(String(repeating: "x", count: 1993))""#, "invalidValue"),
        (#""app_id":"a.b""#, "invalidIdentifier"),
        (#""app_id":"\#(String(repeating: "x", count: 201))""#, "invalidIdentifier"),
        (#""app_id":"\#(String(repeating: "x", count: 200))""#, nil),
    ])
    func `settings that are wrong are refused, and those before stay`(field: String, code: String?) {
        var journey = Journey()
        journey.settings(#"{"connection_id":"c","closed":true}"#)
        journey.settings(#"{"connection_id":"c",\#(field)}"#)
        journey.commit(Self.steps)
        #expect(journey.refusals == (code.map { [$0, "connectionIsClosed"] } ?? []))
    }

    @Test(arguments: ["user_id", "app_id"])
    func `an upload whose names are too long is refused`(field: String) {
        for (count, refusals) in [(1000, [String]()), (1001, ["tooLarge"])] {
            var journey = Journey()
            let name = String(repeating: "x", count: count)
            journey.commit(Self.steps.dropLast() + #","\#(field)":"\#(name)"}"#)
            #expect(journey.refusals == refusals)
        }
    }

    @Test func `names that are said again are kept once`() {
        var journey = Journey()
        let names = [String](repeating: #""steps""#, count: 100_000).joined(separator: ",")
        journey.settings(#"{"connection_id":"c","allowed_types":[\#(names)],"background_delivery":[\#(names)]}"#)
        #expect(journey.refusals.isEmpty)
        #expect(journey.changedBytes < 1000)
    }

    @Test func `settings that can't be read do not count as none`() {
        var journey = Journey()
        journey.settings(#"{"connection_id":"c","closed":true}"#)
        journey.spoilSettings()
        let isUnreadable = journey.isUnreadable(Self.steps)
        #expect(isUnreadable)
    }
}

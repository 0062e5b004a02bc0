import Health
import Testing
import Vocabulary

/// Documents that wait for a topic that takes nothing.
@Suite(.enabled(if: ZoneFiles.areInstalled)) struct OwedRuleTests {
    private static let callback = #","callback_url":"https://e.com/hook""#
    private static let byApp = PartitionJourney.rules { $0.routing = .app }
    private static let own = "fork.connection.c"

    /// A weight, which has one document of its day.
    private static func mass(_ id: Int, day: String, _ value: Int = 80) -> String {
        let start = "\(day)T10:00Z"
        let type = "HKQuantityTypeIdentifierBodyMass"
        return Line.sample(id, type, start, start, "\"value\":\(value),\"unit\":\"kg\"")
    }

    private static func contents(_ live: [String: [UInt8]]) -> [String: String] {
        live.mapValues { Course.essence($0) }
    }

    @Test func `samples are merged, others are published, and all comes when the topic takes it`() throws {
        var journey = PartitionJourney()
        var other = PartitionJourney()
        for connection in ["c", "d"] {
            journey.settings(Self.callback, of: connection)
            other.settings(Self.callback, of: connection)
        }
        journey.upload([Self.mass(1, day: "2024-01-03")])
        other.upload([Self.mass(1, day: "2024-01-03")])
        journey.refuse(Self.own, "cannot be created: no")
        for (number, day) in ["2024-01-04", "2024-01-05"].enumerated() {
            let outcome = journey.upload([Self.mass(2 + number, day: day)])
            #expect(outcome.records.isEmpty && outcome.accounting.new == 1)
        }
        journey.upload([], deleted: [1])
        #expect(journey.owed.map(\.topic) == [Self.own] && journey.owed.first?.reason == "cannot be created: no")
        journey.upload([Self.mass(9, day: "2024-01-05")], of: "d")
        #expect(!journey.last.documents.isEmpty)
        // A try that fails changes nothing.
        let none = journey.release()
        #expect(none.isEmpty && journey.owedCount == 1)
        journey.refuse(Self.own, nil)
        let records = journey.release()
        #expect(records.documents.allSatisfy { $0.contains(" \(Self.own) ") } && !records.jobs.isEmpty)
        #expect(journey.owedCount == 0 && journey.standing == .current)
        other.upload([Self.mass(2, day: "2024-01-04"), Self.mass(3, day: "2024-01-05")], deleted: [1])
        other.upload([Self.mass(9, day: "2024-01-05")], of: "d")
        #expect(Self.contents(journey.live) == Self.contents(other.live))
        // From now on as before.
        journey.upload([Self.mass(4, day: "2024-01-06")])
        #expect(!journey.last.documents.isEmpty)
    }

    @Test func `a day that only the end of a sample reaches has its documents when the topic takes them`() {
        var journey = PartitionJourney()
        var other = PartitionJourney()
        // The day of the start by UTC is two days before the local day of the end.
        let (start, end, type) = ("2024-01-03T14:00Z", "2024-01-04T14:00Z", "HKQuantityTypeIdentifierFlightsClimbed")
        let climb = Line.sample(1, type, start, end, "\"value\":24,\"unit\":\"count\"")
        journey.refuse(Self.own, "cannot be created: no")
        journey.settings(#","time_zone":"Pacific/Kiritimati""#)
        other.settings(#","time_zone":"Pacific/Kiritimati""#)
        journey.upload([climb])
        other.upload([climb])
        journey.refuse(Self.own, nil)
        let records = journey.release()
        #expect(records.documents.contains { $0.contains("flightsClimbed/2024-01-05") })
        #expect(Self.contents(journey.live) == Self.contents(other.live))
    }

    @Test func `what is deleted while documents are owed is deleted when the topic takes documents`() {
        var journey = PartitionJourney()
        let run = Line.workout(1, "2024-01-05T10:00Z", "2024-01-05T11:00Z", version: 0)
        let other = Line.workout(2, "2024-01-06T10:00Z", "2024-01-06T11:00Z", version: 0)
        let (type, day) = ("HKCharacteristicTypeIdentifierBloodType", "2024-01-05T10:00Z")
        journey.upload([run, other, Line.sample(3, type, day, day, "\"value\":1"), Self.mass(4, day: "2024-01-05")])
        let before = journey.names
        journey.refuse(Self.own, "no")
        journey.upload([], deleted: [1, 3, 4])
        #expect(journey.names == before)
        journey.refuse(Self.own, nil)
        _ = journey.release()
        #expect(journey.names == before.filter { $0.contains("2024-01-06") || $0.hasSuffix(Line.id(2)) })
    }

    @Test func `nothing freezes while documents are owed, and then all does that is due`() {
        let rules = PartitionJourney.rules { $0.stateRetentionSeconds = 10 * 86_400 }
        var journey = PartitionJourney(rules)
        journey.refuse(Self.own, "no")
        journey.upload([Self.mass(1, day: "2024-01-05")])
        journey.upload([Self.mass(2, day: "2024-02-05")], at: "2024-02-06T00:00:00Z")
        #expect(journey.live.isEmpty && journey.summary?.frozen == 0)
        let late = journey.upload([Self.mass(3, day: "2024-01-06")], at: "2024-02-06T00:00:00Z")
        #expect(late.accounting.refused == 1)
        journey.refuse(Self.own, nil)
        _ = journey.release()
        #expect(journey.names.contains("body/2024-01-05") && journey.names.contains("body/2024-02-05"))
        journey.upload([Self.mass(4, day: "2024-02-07")], at: "2024-02-08T00:00:00Z")
        #expect((journey.summary?.frozen ?? 0) > 0 && journey.names.contains("body/2024-01-05"))
    }

    @Test func `a forgotten connection takes its debt with it, and its topic is left as it is`() {
        var journey = PartitionJourney()
        journey.settings(Self.callback)
        journey.upload([Self.mass(1, day: "2024-01-05")])
        journey.refuse(Self.own, "no")
        journey.upload([Self.mass(2, day: "2024-01-06")])
        let outcome = journey.settings(Self.callback + #","forget":true"#)
        #expect(outcome.records.documents.isEmpty && !outcome.records.jobs.isEmpty)
        #expect(journey.owedCount == 0 && journey.summary?.connections == 0)
        #expect(journey.loop.state.firstConnection(after: nil) == nil)
    }

    @Test func `a closed connection refuses new uploads, and keeps its debt`() {
        var journey = PartitionJourney()
        journey.refuse(Self.own, "no")
        journey.upload([Self.mass(1, day: "2024-01-05")])
        journey.settings(#","closed":true"#)
        #expect(journey.owedCount == 1)
        journey.refuse(Self.own, nil)
        let records = journey.release()
        #expect(!records.documents.isEmpty)
    }

    @Test func `documents that go to another topic from now on wait no longer`() {
        var journey = PartitionJourney(Self.byApp)
        journey.settings(#","app_id":"one""#)
        journey.refuse("fork.app.one", "no")
        journey.upload([Self.mass(1, day: "2024-01-05")])
        #expect(journey.owed.map(\.topic) == ["fork.app.one"])
        journey.settings(#","app_id":"two""#)
        #expect(journey.owedCount == 0)
        _ = journey.rederiveAll(.max)
        #expect(journey.liveTopics == ["fork.app.two"])
    }

    @Test func `documents that must be deleted in a topic that takes nothing wait for it`() {
        var journey = PartitionJourney(Self.byApp)
        journey.settings(#","app_id":"one""#)
        journey.upload([Self.mass(1, day: "2024-01-05")])
        journey.refuse("fork.app.one", "may not be written")
        journey.settings(#","app_id":"two""#)
        _ = journey.rederiveAll(.max)
        #expect(journey.owed.map(\.topic) == ["fork.app.one"])
        journey.refuse("fork.app.one", nil)
        _ = journey.release()
        #expect(journey.liveTopics == ["fork.app.two"])
    }

    @Test func `an upload needs no topic of an app that the last settings of its commit do not name`() {
        var journey = PartitionJourney(Self.byApp)
        journey.refuse("fork.app.one", "no")
        journey.commit(#","app_id":"one""#, [Self.mass(1, day: "2024-01-05")], #","app_id":"two""#)
        #expect(journey.owedCount == 0)
        _ = journey.rederiveAll(.max)
        #expect(journey.liveTopics == ["fork.app.two"])
    }

    @Test func `an upload waits for the topic of the app that the last settings of its commit name`() {
        var journey = PartitionJourney(Self.byApp)
        journey.refuse("fork.app.two", "no")
        journey.commit(#","app_id":"one""#, [Self.mass(1, day: "2024-01-05")], #","app_id":"two""#)
        #expect(journey.live.isEmpty && journey.owed.map(\.topic) == ["fork.app.two"])
        journey.refuse("fork.app.two", nil)
        _ = journey.release()
        #expect(journey.liveTopics == ["fork.app.two"])
    }

    @Test func `documents that a commit has frozen decide where its others go, until a re-derivation moves them`() {
        var journey = PartitionJourney(Self.byApp)
        let callback = #","callback_url":"https://example.com/""#
        journey.settings(#","app_id":"one""# + callback)
        journey.upload([Self.mass(1, day: "2024-01-05")])
        let day = "2025-02-04"
        journey.upload([Self.mass(2, day: day)], at: "2025-02-05T12:00:00Z")
        // The first upload moves the horizon past the oldest sample.
        let (first, second) = ([Self.mass(3, day: day, 90)], [Self.mass(4, day: day, 70)])
        journey.commit(nil, first, #","app_id":"two""# + callback, then: second, at: "2025-02-12T12:00:00Z")
        let changes = journey.last.jobs.map(\.text).joined()
        #expect(changes.ranges(of: #""op":"upsert""#).count == 2 && !changes.contains(#""op":"delete""#), "\(changes)")
        #expect(journey.liveTopics == ["fork.app.one"])
        _ = journey.rederiveAll(.max)
        let moved = journey.live.keys.filter { $0.contains(day) }
        #expect(moved.sorted() == ["fork.app.two c/activitiesSummary/\(day)", "fork.app.two c/body/\(day)"])
    }

    @Test func `documents that move twice wait for the first topic too`() {
        var journey = PartitionJourney(Self.byApp)
        journey.settings(#","app_id":"one""#)
        journey.upload([Self.mass(1, day: "2024-01-05")])
        journey.settings(#","app_id":"two""#)
        journey.refuse("fork.app.one", "may not be written")
        // An upload between the move and its re-derivation, which changes what is in the first topic.
        journey.upload([Self.mass(2, day: "2024-01-05")])
        journey.settings(#","app_id":"three""#)
        _ = journey.rederiveAll(.max)
        #expect(journey.owed.map(\.topic) == ["fork.app.one"])
        journey.refuse("fork.app.one", nil)
        _ = journey.release()
        #expect(journey.liveTopics == ["fork.app.three"])
    }

    @Test func `documents whose routing changes wait for the topic of their app`() {
        var journey = PartitionJourney(Self.byApp)
        journey.settings(#","app_id":"one""#)
        journey.upload([Self.mass(1, day: "2024-01-05")])
        journey.change(Rules())
        journey.refuse("fork.app.one", "may not be written")
        journey.upload([Self.mass(2, day: "2024-01-05")])
        journey.upload([Self.mass(1, day: "2024-01-05")], of: "d")
        _ = journey.rederiveAll(.max)
        #expect(journey.owed.map(\.topic) == ["fork.app.one"])
        #expect(journey.live.keys.contains("fork.connection.d body/2024-01-05"))
        journey.refuse("fork.app.one", nil)
        _ = journey.release()
        #expect(!journey.live.isEmpty && journey.live.keys.allSatisfy { $0.hasPrefix("fork.connection.") })
    }

    @Test func `a re-derivation passes over what is owed, and the debt is paid by the newest rules`() {
        var journey = PartitionJourney()
        journey.refuse(Self.own, "no")
        let nap = [
            Line.sleep(1, "2024-01-05T10:00Z", "2024-01-05T10:10Z", 3, source: "watch"),
            Line.sleep(2, "2024-01-05T10:40Z", "2024-01-05T10:50Z", 3, source: "watch"),
        ]
        journey.upload(nap)
        journey.upload(nap, of: "d")
        journey.change(PartitionJourney.rules { $0.sleepThresholdSeconds = 600 })
        journey.refuse(Self.own, "no")
        _ = journey.rederiveAll(.max)
        #expect(journey.owedCount == 1 && journey.standing == .current)
        #expect(journey.liveTopics == ["fork.connection.d"])
        journey.refuse(Self.own, nil)
        _ = journey.release()
        let (own, others) = (
            journey.live.keys.filter { $0.hasPrefix("fork.connection.c ") && $0.contains("sleep/") }.count,
            journey.live.keys.filter { $0.hasPrefix("fork.connection.d ") && $0.contains("sleep/") }.count
        )
        #expect(own == 2 && others == 2)
    }

    @Test func `a topic that was replaced and then refuses is filled when it takes documents`() {
        var journey = PartitionJourney()
        journey.upload([Self.mass(1, day: "2024-01-05")])
        let before = journey.live.keys.sorted()
        let isOrdered = journey.delete(Self.own)
        #expect(isOrdered)
        journey.refuse(Self.own, "no")
        _ = journey.rederiveAll(.max)
        #expect(journey.owedCount == 1 && journey.live.isEmpty)
        journey.refuse(Self.own, nil)
        _ = journey.release()
        #expect(journey.live.keys.sorted() == before)
    }

    @Test func `many connections that wait for one topic are released in several commits`() {
        var journey = PartitionJourney(Self.byApp)
        journey.refuse("fork.app.unknown", "no")
        for number in 0..<1_300 { journey.upload([Self.mass(1, day: "2024-01-05")], of: "c\(number)") }
        #expect(journey.owedCount == 1_300)
        journey.refuse("fork.app.unknown", nil)
        _ = journey.release()
        #expect(journey.owedCount == 0 && journey.names.count { $0.hasSuffix("body/2024-01-05") } == 1_300)
    }
}

import Foundation
import Health
import JSON
import Testing
import Vocabulary

/// Documents that also leave in other forms.
@Suite(.enabled(if: ZoneFiles.areInstalled)) struct FormRuleTests {
    private static let callback = #","callback_url":"https://e.com/hook""#
    private static let both = #","formats":["type","pieces"]"#
    private static let rules = Rules().withForms

    private static func rules(_ change: (inout Rules) -> Void) -> Rules {
        var rules = rules
        change(&rules)
        return rules
    }

    /// A mindful minute, which has one document of its day.
    private static func session(_ id: Int, day: String = "2024-01-05") -> String {
        let start = "\(day)T10:0\(id)Z"
        return Line.sample(id, "HKCategoryTypeIdentifierMindfulSession", start, start, "\"value\":0")
    }

    @Test func `the records of each form come right after the document, in its topics`() {
        var journey = PartitionJourney(Self.rules)
        journey.settings(Self.both)
        journey.upload([Self.session(1)])
        #expect(
            journey.last.documents == [
                "upsert fork.connection.c mindfulness/2024-01-05", "upsert fork.pieces.c mindfulness/2024-01-05",
                "upsert fork.type.c mindfulness/2024-01-05",
            ]
        )
        // A form that stays as it is has no record.
        journey.upload([Self.session(2)])
        #expect(
            journey.last.documents == [
                "upsert fork.connection.c mindfulness/2024-01-05", "upsert fork.pieces.c mindfulness/2024-01-05",
            ]
        )
        journey.upload([], deleted: [1, 2])
        #expect(
            journey.last.documents == [
                "delete fork.connection.c mindfulness/2024-01-05", "delete fork.pieces.c mindfulness/2024-01-05",
                "delete fork.type.c mindfulness/2024-01-05",
            ]
        )
        #expect(journey.live.isEmpty)
    }

    @Test(
        arguments: [
            (.connection, "fork.connection.c", "fork.pieces.c", ""), (.app, "fork.app.a", "fork.pieces.app.a", "c/"),
            (.single, "fork.documents", "fork.pieces.documents", "c/"),
        ] as [(Rules.Routing, String, String, String)]
    )
    func `the topic of a form is that of the document, and so is the key`(
        routing: Rules.Routing,
        document: String,
        form: String,
        key: String
    ) {
        var journey = PartitionJourney(Self.rules { $0.routing = routing })
        journey.settings(#","app_id":"a","formats":["pieces"]"#)
        journey.upload([Self.session(1)])
        let id = "\(key)mindfulness/2024-01-05"
        #expect(journey.last.documents == ["upsert \(document) \(id)", "upsert \(form) \(id)"])
        let partitions = journey.last.map(\.partition)
        #expect(partitions == (routing == .connection ? [0, 0] : [2, 2]))
    }

    @Test func `a record of a form says what the document's says, but no schema`() throws {
        var journey = PartitionJourney(Self.rules)
        journey.settings(Self.both)
        journey.upload([Self.session(1)])
        let headers = journey.last.map { $0.headers.map(\.name) }
        #expect(headers[0] == ["fork-op", "fork-type", "fork-schema", "fork-upload"])
        #expect(headers[1] == ["fork-op", "fork-type", "fork-upload"] && headers[2] == headers[1])
        #expect(journey.last[0].headers.last == journey.last[1].headers.last)
    }

    @Test func `a long form has several records, and those that it no longer needs are deleted`() {
        var journey = PartitionJourney(Self.rules { $0.documentMaxBytes = 1_500 })
        journey.settings(#","formats":["pieces"]"#)
        journey.upload((1...9).map { Self.session($0) })
        let parts = journey.last.documents.count { $0.contains(" fork.pieces.c mindfulness/") }
        #expect(parts > 2)
        journey.upload([], deleted: Array(2...9))
        #expect(journey.last.documents.contains("delete fork.pieces.c mindfulness/2024-01-05#\(parts)"))
        #expect(journey.last.documents.contains("upsert fork.pieces.c mindfulness/2024-01-05"))
    }

    @Test func `webhooks tell nothing of forms`() {
        var with = PartitionJourney(Self.rules)
        var without = PartitionJourney(Self.rules)
        with.settings(Self.callback + Self.both)
        without.settings(Self.callback)
        for samples in [[Self.session(1)], [Self.session(1), Self.session(2)]] {
            with.upload(samples)
            without.upload(samples)
            #expect(with.last.filter { $0.kind == .job } == without.last.filter { $0.kind == .job })
            #expect(!with.last.jobs.isEmpty)
        }
        let outcome = with.settings(Self.callback)
        #expect(outcome.records.isEmpty && outcome.isBehind)
        let withdrawn = with.rederiveAll()
        #expect(!withdrawn.isEmpty && withdrawn.allSatisfy { $0.kind != .job })
    }

    @Test func `a list that changes makes and withdraws forms, without uploads and without jobs`() {
        var journey = PartitionJourney(Self.rules)
        journey.settings(Self.callback)
        journey.upload([Self.session(1)])
        let some = journey.settings(Self.callback + #","formats":["type"]"#)
        #expect(some.isBehind)
        let made = journey.rederiveAll()
        #expect(made.documents == ["upsert fork.type.c mindfulness/2024-01-05"])
        #expect(made.allSatisfy { $0.headers.contains(.init("fork-cause", Array("rules".utf8))) })
        let same = journey.settings(Self.callback + #","formats":["type"],"user_id":"u""#)
        let others = journey.settings(Self.callback + #","formats":["pieces"]"#)
        #expect(!same.isBehind && others.isBehind)
        let changed = journey.rederiveAll()
        #expect(
            changed.documents == [
                "upsert fork.pieces.c mindfulness/2024-01-05", "delete fork.type.c mindfulness/2024-01-05",
            ]
        )
        journey.commitSettings([nil], of: "c")
        let withdrawn = journey.rederiveAll()
        #expect(withdrawn.documents == ["delete fork.pieces.c mindfulness/2024-01-05"])
        #expect(journey.live.keys.sorted() == ["fork.connection.c mindfulness/2024-01-05"])
    }

    /// The settings before the commit, in it before the upload, and after the upload.
    @Test(
        arguments: [
            (nil, nil, Self.both), (nil, Self.both, ""), ("", nil, Self.both), (Self.both, nil, ""),
            (Self.both, "", Self.both), ("", Self.both, ""),
        ] as [(String?, String?, String)]
    )
    func `the last settings of a commit decide on the forms, whatever its upload was published by`(
        stored: String?,
        before: String?,
        after: String
    ) {
        var journey = PartitionJourney(Self.rules)
        if let stored {
            journey.settings(stored)
            journey.upload([Self.session(1)])
        }
        let outcome = journey.commit(before, [Self.session(2)], after)
        #expect(outcome.isBehind)
        _ = journey.rederiveAll()
        let topics = ["fork.connection.c"] + (after.isEmpty ? [] : ["fork.pieces.c", "fork.type.c"])
        #expect(journey.live.keys.sorted() == topics.map { "\($0) mindfulness/2024-01-05" })
    }

    @Test func `forms move with the document`() {
        var journey = PartitionJourney(Self.rules { $0.routing = .app })
        journey.settings(#","app_id":"one","formats":["type"]"#)
        journey.upload([Self.session(1)])
        journey.settings(#","app_id":"two","formats":["type"]"#)
        let moved = journey.rederiveAll()
        #expect(
            moved.documents == [
                "upsert fork.app.two c/mindfulness/2024-01-05", "delete fork.app.one c/mindfulness/2024-01-05",
                "upsert fork.type.app.two c/mindfulness/2024-01-05",
                "delete fork.type.app.one c/mindfulness/2024-01-05",
            ]
        )
        journey.change(Self.rules { $0.routing = .connection })
        _ = journey.rederiveAll()
        #expect(
            journey.live.keys.sorted() == [
                "fork.connection.c mindfulness/2024-01-05", "fork.type.c mindfulness/2024-01-05",
            ]
        )
    }

    @Test func `what is frozen keeps its forms, whatever the settings say then`() {
        var journey = PartitionJourney(Self.rules { $0.stateRetentionSeconds = 10 * 86_400 })
        journey.settings(#","formats":["type"]"#)
        journey.upload([Self.session(1)])
        journey.upload([Self.session(2, day: "2024-02-05")], at: "2024-02-06T00:00:00Z")
        let frozen = "fork.type.c mindfulness/2024-01-05"
        #expect(journey.live[frozen] != nil)
        journey.settings("")
        _ = journey.rederiveAll()
        #expect(journey.live[frozen] != nil && journey.live["fork.type.c mindfulness/2024-02-05"] == nil)
    }

    @Test func `a connection waits for the topic of a form, and for none that it does not need`() {
        var journey = PartitionJourney(Self.rules)
        journey.settings(#","formats":["type"]"#)
        journey.refuse("fork.pieces.c", "no")
        journey.upload([Self.session(1)])
        #expect(journey.owedCount == 0 && journey.last.count == 2)
        journey.refuse("fork.type.c", "is too small")
        journey.upload([Self.session(2, day: "2024-01-06")])
        #expect(journey.last.isEmpty)
        #expect(journey.owed.map(\.topic) == ["fork.type.c"] && journey.owed.first?.reason == "is too small")
        journey.refuse("fork.type.c", nil)
        let documents = journey.release().documents
        #expect(
            documents == [
                "upsert fork.connection.c mindfulness/2024-01-06", "upsert fork.type.c mindfulness/2024-01-06",
            ]
        )
        // Who gives the form up needs its topic still: for the deletions.
        journey.refuse("fork.type.c", "no")
        journey.settings("")
        _ = journey.rederiveAll(.max)
        #expect(journey.owedCount == 1)
        journey.refuse("fork.type.c", nil)
        _ = journey.release()
        #expect(journey.liveTopics == ["fork.connection.c"] && journey.live.count == 2)
    }

    @Test func `a form that never was is given up although its topic takes nothing`() {
        var journey = PartitionJourney(Self.rules)
        journey.settings(#","formats":["type"]"#)
        journey.refuse("fork.type.c", "no")
        journey.upload([Self.session(1)])
        #expect(journey.owedCount == 1 && journey.live.isEmpty)
        journey.settings("")
        #expect(journey.owedCount == 0)
        _ = journey.rederiveAll(.max)
        #expect(journey.live.keys.sorted() == ["fork.connection.c mindfulness/2024-01-05"])
    }

    /// The settings before the commit, and in it before the upload; the settings after the upload name no form.
    @Test(arguments: [(nil, nil), (nil, both), ("", both), (both, nil)] as [(String?, String?)])
    func `an upload needs no topic of a form that the last settings of its commit do not name`(
        stored: String?,
        before: String?
    ) {
        var journey = PartitionJourney(Self.rules)
        if let stored { journey.settings(stored) }
        journey.refuse("fork.type.c", "no")
        journey.commit(before, [Self.session(1)], "")
        #expect(journey.owedCount == 0)
        _ = journey.rederiveAll(.max)
        #expect(journey.live.keys.sorted() == ["fork.connection.c mindfulness/2024-01-05"])
    }

    @Test func `a form that the last settings of a commit name again is whole`() {
        var journey = PartitionJourney(Self.rules)
        journey.settings(Self.both)
        journey.upload([Self.session(1)])
        journey.commit("", [Self.session(2), Self.session(3, day: "2024-01-06")], Self.both)
        _ = journey.rederiveAll(.max)
        var other = PartitionJourney(Self.rules)
        other.settings(Self.both)
        other.upload([Self.session(1)])
        other.upload([Self.session(2), Self.session(3, day: "2024-01-06")])
        #expect(journey.live.mapValues { Course.essence($0) } == other.live.mapValues { Course.essence($0) })
    }

    @Test func `only what was in a topic that somebody deleted comes again`() {
        var journey = PartitionJourney(Self.rules)
        journey.settings(Self.both)
        journey.upload([Self.session(1)])
        let areOrdered = journey.delete("fork.type.c", "fork.pieces.c")
        let forms = journey.rederiveAll().documents
        #expect(areOrdered)
        #expect(forms == ["upsert fork.pieces.c mindfulness/2024-01-05", "upsert fork.type.c mindfulness/2024-01-05"])
        let isOrdered = journey.delete("fork.connection.c")
        let documents = journey.rederiveAll().documents
        #expect(isOrdered && documents == ["upsert fork.connection.c mindfulness/2024-01-05"])
        var shared = PartitionJourney(Self.rules { $0.routing = .single })
        shared.settings(Self.both)
        shared.upload([Self.session(1)])
        _ = shared.delete("fork.type.documents")
        let again = shared.rederiveAll().documents
        #expect(again == ["upsert fork.type.documents c/mindfulness/2024-01-05"])
    }

    @Test func `a topic that somebody deleted is filled again although the connection waits for another one`() {
        var journey = PartitionJourney(Self.rules)
        journey.settings("")
        journey.upload([Self.session(1)])
        journey.settings(#","formats":["pieces"]"#)
        journey.refuse("fork.pieces.c", "no")
        _ = journey.rederiveAll(.max)
        #expect(journey.owedCount == 1)
        _ = journey.delete("fork.connection.c")
        _ = journey.rederiveAll(.max)
        #expect(journey.owedCount == 1 && journey.live.isEmpty)
        // Settings that need another topic, which takes nothing either, keep the order, and so do those that need none.
        journey.refuse("fork.type.c", "no")
        journey.settings(#","formats":["type"]"#)
        #expect(journey.owed.map(\.topic) == ["fork.type.c"])
        journey.settings("")
        #expect(journey.owedCount == 0)
        let documents = journey.rederiveAll(.max).documents
        #expect(documents == ["upsert fork.connection.c mindfulness/2024-01-05"])
    }

    @Test func `a shared topic that somebody deleted gets the documents of those who wait for a form's topic`() {
        var journey = PartitionJourney(Self.rules { $0.routing = .single })
        journey.settings(#","formats":["type"]"#)
        journey.upload([Self.session(1)])
        journey.upload([Self.session(1)], of: "d")
        journey.refuse("fork.type.documents", "no")
        journey.upload([Self.session(2, day: "2024-01-06")])
        #expect(journey.owedCount == 1)
        _ = journey.delete("fork.documents")
        _ = journey.rederiveAll()
        let others = journey.live.keys.filter { $0.hasPrefix("fork.documents ") }
        #expect(others == ["fork.documents d/mindfulness/2024-01-05"])
        journey.refuse("fork.type.documents", nil)
        _ = journey.release()
        let ids = ["c/mindfulness/2024-01-05", "c/mindfulness/2024-01-06"]
        let documents = (ids + ["d/mindfulness/2024-01-05"]).map { "fork.documents \($0)" }
        #expect(journey.live.keys.sorted() == documents + ids.map { "fork.type.documents \($0)" })
    }

    @Test func `a re-derivation makes forms again although the document stays as it is`() {
        let formless = DocumentForm(name: "type") { _, _ in [Array("1".utf8)] }
        var journey = PartitionJourney(Self.rules { $0.forms = [formless] })
        journey.settings(#","formats":["type"]"#)
        journey.upload([Self.session(1)])
        let place = "fork.type.c mindfulness/2024-01-05"
        #expect(journey.live[place] == Array("1".utf8))
        journey.change(Self.rules { $0.sleepThresholdSeconds = 60 })
        let again = journey.rederiveAll().documents
        #expect(again == ["upsert \(place)"])
        #expect(journey.live[place] == Array("\"mindfulness\"".utf8))
    }
}

import Health
import Store
import Testing
import Vocabulary

/// Rules that change and topics that are deleted: what is derived again, what is told of it, and what is left.
@Suite(.enabled(if: ZoneFiles.areInstalled)) struct RederivationRuleTests {
    private static let single = PartitionJourney.rules { $0.routing = .single }
    private static let byApp = PartitionJourney.rules { $0.routing = .app }
    private static let callback = #","callback_url":"https://e.com/hook""#

    /// Weights of three days, which have one document each.
    private static func masses(_ from: Int = 1) -> [String] {
        (3...5).map { day in
            let type = "HKQuantityTypeIdentifierBodyMass"
            let start = "2024-01-0\(day)T10:00Z"
            return Line.sample(from * 10 + day, type, start, start, "\"value\":8\(day),\"unit\":\"kg\"")
        }
    }

    private static func isBehind(_ standing: Processor.Standing) -> Bool {
        if case .behind = standing { true } else { false }
    }

    @Test func `all documents move, however small the commits are, and no job tells of it`() {
        var journey = PartitionJourney()
        for connection in ["anna", "bert"] {
            journey.settings(Self.callback, of: connection)
            journey.upload(Self.masses(), of: connection)
        }
        let before = journey.names
        #expect(before.count >= 6)
        journey.change(Self.single)
        #expect(Self.isBehind(journey.standing))
        let done = journey.rederive(257)
        #expect(done == 0)
        // One that was begun is not done.
        #expect(Self.isBehind(journey.standing))
        let first = journey.last
        let records = first + journey.rederiveAll()
        #expect(journey.standing == .current)
        #expect(journey.liveTopics == ["fork.documents"])
        #expect(journey.live.count == before.count)
        #expect(records.jobs.isEmpty)
        // Each is published in its new place before it is deleted in the old one.
        let documents = first.documents
        #expect(
            documents
                == ["activitiesSummary", "body"].flatMap { type in
                    [
                        "upsert fork.documents anna/\(type)/2024-01-03",
                        "delete fork.connection.anna \(type)/2024-01-03",
                    ]
                }
        )
    }

    @Test(arguments: [true, false])
    func `an app of the name that stands for none shares its topic, and its documents stay`(first: Bool) {
        var journey = PartitionJourney(Self.byApp)
        let settings = ["", #","app_id":"unknown""#]
        journey.settings(settings[first ? 0 : 1])
        journey.upload(Self.masses())
        let before = journey.live
        #expect(before.count == 6 && before.keys.allSatisfy { $0.hasPrefix("fork.app.unknown ") })
        journey.settings(settings[first ? 1 : 0])
        #expect(journey.standing == .current)
        #expect(journey.rederiveAll().isEmpty && journey.live == before)
    }

    @Test func `a document in parts moves without a job`() {
        var journey = PartitionJourney(PartitionJourney.rules { $0.documentMaxBytes = 1500 })
        journey.settings(Self.callback)
        journey.upload((1...40).map { Line.rate($0, "2024-01-05T10:00Z", "60") })
        let count = journey.live.count
        journey.change(PartitionJourney.rules { ($0.documentMaxBytes, $0.routing) = (1500, .single) })
        let records = journey.rederiveAll()
        #expect(records.jobs.isEmpty && journey.live.count == count)
        #expect(records.documents.count == 2 * count)
    }

    @Test func `jobs of a re-derivation have ids of their own, by the commit's number`() throws {
        var journey = PartitionJourney(PartitionJourney.rules { $0.sleepThresholdSeconds = 7200 })
        journey.settings(Self.callback)
        // Each evening two naps that are one.
        let naps = (3...5).flatMap { day in
            [
                Line.sleep(day * 10, "2024-01-0\(day)T10:00Z", "2024-01-0\(day)T11:00Z", 3, source: "a"),
                Line.sleep(day * 10 + 1, "2024-01-0\(day)T12:30Z", "2024-01-0\(day)T13:00Z", 3, source: "a"),
            ]
        }
        journey.upload(naps)
        journey.change(Rules())
        let jobs = journey.rederiveAll().jobs
        #expect(jobs.count == 3)
        let ids = (1...3).map { UUID128.v5(name: Array("job/rules/2/\($0)/c/sleep/1".utf8)).description }
        let found = jobs.compactMap { job in job.text.firstMatch(of: /"id":"([0-9A-F-]{36})"/).map { String($0.1) } }
        let numbers = found.compactMap { id in
            (1...9).first { UUID128.v5(name: Array("job/rules/2/\($0)/c/sleep/1".utf8)).description == id }
        }
        #expect(Set(numbers).count == 3 && numbers == numbers.sorted(), "\(found), not such as \(ids)")
        #expect(jobs.allSatisfy { $0.uploads.isEmpty })
    }

    @Test func `what joins by other rules is told as gone, also where its topic was deleted`() throws {
        var journey = PartitionJourney(PartitionJourney.rules { $0.sleepThresholdSeconds = 600 })
        journey.settings(Self.callback)
        journey.upload([
            Line.sleep(1, "2024-01-05T10:00Z", "2024-01-05T10:10Z", 3, source: "watch"),
            Line.sleep(2, "2024-01-05T10:40Z", "2024-01-05T10:50Z", 3, source: "watch"),
        ])
        journey.change(Rules())
        let isOrdered = journey.delete("fork.connection.c")
        #expect(isOrdered)
        let jobs = journey.rederiveAll(.max).jobs
        let told = jobs.flatMap(\.documents).map(\.op).sorted()
        #expect(told == ["delete", "upsert"])
    }

    @Test func `state of a newer derivation is left alone`() throws {
        var journey = PartitionJourney()
        journey.upload(Self.masses())
        journey.change(Self.single)
        _ = journey.rederiveAll()
        // Newer rules have written it.
        var newer = try #require(journey.loop.state.value(at: StateKey(.partition), of: .ofPartition))
        let version = try #require(newer.firstIndex(of: UInt8(DocumentRules.currentVersion)))
        var found: Int?
        for index in version..<newer.count where found == nil {
            var bytes = newer
            bytes[index] += 1
            if PartitionSummary(bytes)?.rules.version == DocumentRules.currentVersion + 1 {
                (found, newer) = (index, bytes)
            }
        }
        _ = try #require(found)
        var store = journey.loop.state
        store.apply([
            StateChange(connection: .ofPartition, stateKey: StateKey(.partition), value: newer, heldBytes: nil)
        ])
        let processor = Processor(rules: Self.single, zones: ZoneTable { _ in nil })
        #expect(processor.standing(of: store) == .ahead(version: DocumentRules.currentVersion + 1))
    }

    @Test func `a connection whose app has changed waits until all of its days are done`() {
        var journey = PartitionJourney(Self.byApp)
        journey.settings(#","app_id":"one""#)
        journey.upload(Self.masses())
        #expect(journey.standing == .current)
        let outcome = journey.settings(#","app_id":"two""#)
        #expect(outcome.isBehind)
        #expect(Self.isBehind(journey.standing))
        _ = journey.rederiveAll()
        #expect(journey.standing == .current)
        #expect(journey.live.count == 6 || journey.live.count == 3)
        #expect(journey.liveTopics == ["fork.app.two"])
    }

    @Test func `a connection that has only settings does not count as done`() {
        var journey = PartitionJourney()
        journey.settings(of: "anna")
        journey.upload(Self.masses(), of: "bert")
        journey.change(Self.single)
        let done = journey.rederive(600)
        #expect(done == 0)
    }

    @Test func `what was in a deleted topic comes again, though rules change before it does`() {
        var journey = PartitionJourney(Self.single)
        journey.upload(Self.masses())
        let before = journey.live
        let isOrdered = journey.delete("fork.documents")
        #expect(isOrdered && journey.live.isEmpty)
        journey.change(PartitionJourney.rules { ($0.routing, $0.sleepThresholdSeconds) = (.single, 60) })
        _ = journey.rederiveAll()
        #expect(journey.live.keys.sorted() == before.keys.sorted())
    }

    @Test func `only what was in the deleted topic comes again`() {
        var journey = PartitionJourney(Self.byApp)
        for connection in ["anna", "bert"] {
            journey.settings(#","app_id":"of-\#(connection)""#, of: connection)
            journey.upload(Self.masses(), of: connection)
        }
        let isOrdered = journey.delete("fork.app.of-anna")
        #expect(isOrdered)
        let records = journey.rederiveAll()
        #expect(!records.documents.isEmpty)
        #expect(records.documents.allSatisfy { $0.hasPrefix("upsert fork.app.of-anna anna/") })
    }

    @Test func `what has moved into a topic comes again when that is deleted`() {
        var journey = PartitionJourney()
        journey.upload(Self.masses())
        journey.change(Self.single)
        _ = journey.rederiveAll()
        let before = journey.live.keys.sorted()
        let isOrdered = journey.delete("fork.documents")
        #expect(isOrdered && journey.live.isEmpty)
        _ = journey.rederiveAll()
        #expect(journey.live.keys.sorted() == before)
    }

    @Test func `topics that were deleted one after the other all come again`() {
        var journey = PartitionJourney(Self.byApp)
        for connection in ["anna", "bert"] {
            journey.settings(#","app_id":"of-\#(connection)""#, of: connection)
            journey.upload(Self.masses(), of: connection)
        }
        let before = journey.live.count
        let (first, second) = (journey.delete("fork.app.of-anna"), journey.delete("fork.app.of-bert"))
        #expect(first && second)
        _ = journey.rederiveAll()
        #expect(journey.live.count == before)
    }

    @Test func `a topic that is deleted again while it is filled is filled from the beginning`() {
        var journey = PartitionJourney(Self.single)
        journey.upload(Self.masses())
        let before = journey.live.keys.sorted()
        let first = journey.delete("fork.documents")
        #expect(first)
        let done = journey.rederive(257)
        #expect(done == 0 && !journey.live.isEmpty)
        let second = journey.delete("fork.documents")
        #expect(second)
        _ = journey.rederiveAll()
        #expect(journey.live.keys.sorted() == before)
    }

    @Test func `what is frozen in a connection's own topic does not come again`() {
        var journey = PartitionJourney(PartitionJourney.rules { $0.stateRetentionSeconds = 10 * 86_400 })
        journey.upload(Self.masses())
        let first = journey.delete("fork.connection.c")
        #expect(first)
        _ = journey.rederiveAll()
        #expect(journey.live.count >= 3)
        // The sixth is frozen with the sample that reaches into it, and kept for what could come.
        journey.upload([Line.steps(80, "2024-01-05T23:00Z", "2024-01-06T01:00Z", 10)])
        journey.upload([Line.steps(90, "2024-01-16T10:00Z", "2024-01-16T10:00Z", 1)], at: "2024-01-16T12:00:00Z")
        journey.upload([], at: "2024-01-16T12:00:00Z", deleted: [90])
        _ = journey.delete("fork.connection.c")
        let records = journey.rederiveAll()
        #expect(records.isEmpty && journey.standing == .current)
    }

    @Test func `a topic that is to be filled again is, though the connection's app changes meanwhile`() {
        var journey = PartitionJourney()
        journey.settings(#","app_id":"one""#)
        journey.upload(Self.masses())
        let before = journey.live.keys.sorted()
        let isOrdered = journey.delete("fork.connection.c")
        #expect(isOrdered)
        journey.change(Self.byApp)
        journey.settings(#","app_id":"two""#)
        journey.change(Rules())
        _ = journey.rederiveAll()
        #expect(journey.live.keys.sorted() == before)
    }

    @Test func `nothing comes of a commit of which something cannot be read`() throws {
        var journey = PartitionJourney()
        journey.upload(Self.masses())
        let stateKey = StateKey(.published, day: 0, stream: .steps).ofPublished
        let connection = try #require(ConnectionID(Array("c".utf8)))
        var store = journey.loop.state
        store.apply([StateChange(connection: connection, stateKey: stateKey, value: [0xFF], heldBytes: nil)])
        var loop = CommitLoop(Processor(rules: Rules(), zones: ZoneTable { _ in nil }), over: store)
        loop.add(line: Array(#"{"connection_id":"c","forget":true}"#.utf8), to: .connections)
        let outcome = loop.commit()
        #expect(outcome.unreadable != nil)
    }
}

import Health
import Store
import Testing
import Vocabulary

/// What freezes stays as it is, is counted once, and whatever happens later leaves it alone.
@Suite(.enabled(if: ZoneFiles.areInstalled)) struct RetentionRuleTests {
    private static let tenDays = PartitionJourney.rules { $0.stateRetentionSeconds = 10 * 86_400 }
    private static let later = "2024-01-20T12:00:00Z"
    private static let anew = [Line.steps(90, "2024-01-20T10:00Z", "2024-01-20T10:10Z", 1)]

    /// Samples of the fifth of January, which make seven documents.
    private static let old = [
        Line.steps(1, "2024-01-05T10:00Z", "2024-01-05T10:10Z", 5), Line.rate(2, "2024-01-05T09:10Z", "60"),
        Line.rate(3, "2024-01-05T10:10Z", "60"),
        Line.sleep(4, "2024-01-05T01:00Z", "2024-01-05T02:00Z", 3, source: "w"),
        Line.workout(5, "2024-01-05T08:00:00Z", "2024-01-05T08:30:00Z", version: 1),
        Line.sample(
            6,
            "HKQuantityTypeIdentifierBodyMass",
            "2024-01-05T07:00Z",
            "2024-01-05T07:00Z",
            "\"value\":80,\"unit\":\"kg\""
        ),
    ]

    private static func frozen() -> PartitionJourney {
        var journey = PartitionJourney(tenDays)
        journey.upload(old, at: "2024-01-06T12:00:00Z")
        #expect(journey.live.count == 7)
        journey.upload(anew, at: later)
        return journey
    }

    @Test func `documents that freeze are counted, each once, and no longer when they are forgotten`() {
        var journey = Self.frozen()
        #expect(journey.summary?.frozen == 7)
        // Neither the next commits count them again, nor other horizons.
        journey.upload([Line.steps(91, "2024-01-20T11:00Z", "2024-01-20T11:10Z", 1)], at: Self.later)
        journey.upload([Line.steps(92, "2024-01-21T11:00Z", "2024-01-21T11:10Z", 1)], at: "2024-01-21T12:00:00Z")
        #expect(journey.summary?.frozen == 7)
        journey.settings(#","forget":true"#)
        #expect(journey.summary?.frozen == 0)
    }

    @Test func `what freezes a day at a time is counted once`() {
        var journey = PartitionJourney(Self.tenDays)
        // Each of these days reaches into the next, and freezes with the day before it.
        let samples = (4...8).map { Line.steps($0, "2024-01-0\($0)T23:00Z", "2024-01-0\($0 + 1)T01:00Z", 10) }
        journey.upload(samples, at: "2024-01-10T12:00:00Z")
        let count = journey.live.count
        #expect(count == 12)
        for day in 15...21 {
            journey.upload(
                [Line.steps(day * 10, "2024-01-\(day)T10:00Z", "2024-01-\(day)T10:10Z", 1)],
                at: "2024-01-\(day)T12:00:00Z"
            )
        }
        #expect(journey.summary?.frozen == count)
    }

    @Test func `frozen documents stay where they are when documents move, and when their connection is forgotten`() {
        var journey = Self.frozen()
        journey.change(PartitionJourney.rules { ($0.stateRetentionSeconds, $0.routing) = (10 * 86_400, .single) })
        let moved = journey.rederiveAll().documents
        #expect(moved.count == 4 && moved.allSatisfy { $0.hasSuffix("2024-01-20") }, "\(moved)")
        journey.settings(#","forget":true"#)
        #expect(journey.live.count == 7)
        #expect(journey.liveTopics == ["fork.connection.c"])
    }

    @Test func `a document that waits to be forgotten is not withdrawn either`() {
        var journey = PartitionJourney(Self.tenDays)
        // The day after is frozen with it, and still kept for what could come.
        journey.upload(
            [Line.steps(1, "2024-01-05T23:00Z", "2024-01-06T01:00Z", 10), Line.rate(4, "2024-01-05T10:10Z", "60")],
            at: "2024-01-07T12:00:00Z"
        )
        let before = journey.live
        journey.upload([Line.steps(2, "2024-01-16T10:00Z", "2024-01-16T10:10Z", 1)], at: "2024-01-16T12:00:00Z")
        // Nor is it a reason to look at the connection again where its topic is gone.
        journey.upload([], at: "2024-01-16T12:00:00Z", deleted: [2])
        #expect(journey.live == before)
        journey.settings(#","forget":true"#)
        #expect(journey.live == before)
    }

    @Test func `forgetting is a commit of its own number, and is told`() {
        var journey = PartitionJourney()
        journey.settings(#","callback_url":"https://e.com/hook""#)
        var ids: Set<String> = []
        for number in 1...2 {
            journey.upload(
                [Line.steps(number, "2024-01-05T10:00Z", "2024-01-05T10:10Z", 5)],
                at: "2024-01-0\(number + 6)T12:00:00Z"
            )
            let outcome = journey.settings(
                #","callback_url":"https://e.com/hook","forget":"2024-01-0\#(number + 7)T00:00:00Z""#
            )
            #expect(outcome.forgotten.map(\.string) == ["c"])
            #expect(journey.summary?.commits == number)
            for job in journey.last.jobs { ids.insert(String(job.text.prefix(46))) }
        }
        #expect(ids.count == 4)
    }

    @Test func `settings of a connection without samples are forgotten too`() throws {
        var journey = Journey()
        journey.settings(#"{"connection_id":"c","user_id":"anna"}"#, at: 1_704_542_400_000)
        #expect(!journey.stateOfConnections.isEmpty)
        journey.settings(#"{"connection_id":"c","forget":true}"#, at: 1_704_542_400_001)
        #expect(journey.stateOfConnections.isEmpty)
        var loop = CommitLoop()
        for line in [#"{"connection_id":"c","user_id":"anna"}"#, #"{"connection_id":"c","forget":true}"#] {
            loop.add(line: Array(line.utf8), to: .connections)
            let outcome = loop.commit()
            #expect(outcome.forgotten.map(\.string) == (line.contains("forget") ? ["c"] : []))
        }
    }

    @Test func `the mark of a forgotten connection says until when, also beyond the commit`() {
        let noon: Int64 = 1_704_542_400_000
        var journey = Journey()
        let steps = Line.upload("2024-01-06T12:00:00Z", [Line.steps(1, "2024-01-06T10:00Z", "2024-01-06T10:10Z", 5)])
        journey.commit(steps, at: noon - 5)
        journey.settings(#"{"connection_id":"c","forget":true}"#, at: noon)
        journey.commit(steps, at: noon - 1)
        #expect(journey.accounting.uploadsForgotten == 1 && journey.refusals.isEmpty)
        journey.commit(steps, at: noon + 1)
        #expect(journey.accounting.uploadsForgotten == 1 && journey.refusals == ["connectionIsClosed"])
        // Settings that say nothing of it take it back; an instant that is the same keeps it.
        journey.settings(#"{"connection_id":"c","forget":"2024-01-06T12:00:00Z"}"#, at: noon + 2)
        journey.commit(steps, at: noon - 1)
        #expect(journey.accounting.uploadsForgotten == 2)
    }

    @Test func `the horizon never goes back, also where nothing lay behind it`() {
        var short = CommitLoop(Self.tenDays)
        _ = short.commit(Line.upload(Self.later, Self.anew))
        var long = CommitLoop(Rules(), over: short.state)
        let late = Line.upload(Self.later, [Line.steps(3, "2024-01-05T12:00Z", "2024-01-05T13:00Z", 10)])
        #expect(long.commit(late).outcome.accounting.refusals == [.tooLate: 1])
    }

    @Test func `a long sample that begins on the horizon's day is kept`() {
        var journey = Journey(Self.tenDays)
        journey.commit(
            Line.upload(
                "2024-01-13T12:00:00Z",
                [
                    Line.steps(1, "2024-01-10T12:00Z", "2024-01-12T12:00Z", 480),
                    // What goes of the long ones.
                    Line.steps(3, "2024-01-08T12:00Z", "2024-01-09T14:00Z", 7),
                ]
            )
        )
        journey.commit(Line.upload(Self.later, Self.anew))
        journey.commit(Line.upload(Self.later, [Line.steps(2, "2024-01-11T10:00Z", "2024-01-11T10:10Z", 7)]))
        #expect(journey.documents["steps/2024-01-11"]?.contains("\"quantity\":247,") == true)
    }

    @Test func `nothing is left of where samples lay that named a workout and are behind the horizon`() {
        var journey = Journey(Self.tenDays)
        let more = ",\"workout_id\":\"\(Line.id(9))\""
        journey.commit(Line.upload("2024-01-06T12:00:00Z", [Line.rate(1, "2024-01-05T10:00Z", "60", more: more)]))
        #expect(journey.stateOfConnections.contains { $0.kind == .named })
        journey.commit(Line.upload(Self.later, Self.anew))
        #expect(!journey.stateOfConnections.contains { $0.kind == .named })
    }

    @Test func `a sample from before the horizon that moved it has no part in what is posted`() {
        var journey = Journey(Self.tenDays)
        journey.settings(#"{"connection_id":"c","callback_url":"https://e.com/hook","background_delivery":[]}"#)
        // Both days of it freeze with its start.
        let across = Line.steps(1, "2024-01-09T23:00Z", "2024-01-10T01:00Z", 10)
        journey.commit(Line.upload("2024-01-11T12:00:00Z", [across]))
        let entry = #"{"type":"steps","from":"2024-01-08T00:00:00Z","to":"2024-01-21T00:00:00Z"}"#
        journey.commit(Line.upload(Self.later, Self.anew).dropLast() + ",\"post\":[\(entry)]}")
        #expect(journey.jobs.map { $0.documents.map(\.id) } == [["steps/2024-01-20"]])
        journey.commit(Line.upload(Self.later, []).dropLast() + ",\"post\":[\(entry)]}")
        #expect(journey.jobs.last.map { $0.documents.map(\.id) } == ["steps/2024-01-20"])
    }

    @Test func `an id out of its order makes the deleted ids unreadable`() throws {
        let connection = try #require(ConnectionID(Array("c".utf8)))
        var loop = CommitLoop()
        _ = loop.commit(Line.upload(Self.later, Self.anew, deleted: [1, 2, 3]))
        var store = loop.state
        let stateKey = try #require(
            store.stateKeys(in: StateKey.range(.deletedIDs, days: 2...2), of: connection).first
        )
        var bytes = try #require(store.value(at: stateKey, of: connection))
        #expect(bytes.count == 49)
        let (first, second) = (bytes[1..<17], bytes[17..<33])
        bytes.replaceSubrange(1..<33, with: second + first)
        store.apply([StateChange(connection: connection, stateKey: stateKey, value: bytes, heldBytes: nil)])
        var broken = CommitLoop(over: store)
        #expect(broken.commit(Line.upload(Self.later, [], deleted: [2])).outcome.unreadable != nil)
    }
}

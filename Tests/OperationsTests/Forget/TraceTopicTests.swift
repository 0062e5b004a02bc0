import Health
import Operations
import Testing
import Worker

/// Which topics can have something of a connection.
struct TraceTopicTests {
    private static func kinds(_ connection: String, _ names: [String], prefix: String = "fork.", input: String? = nil)
        throws -> [String: TraceTopic.Kind]
    {
        let topics = TraceTopic.all(
            of: try #require(ConnectionID(Array(connection.utf8))),
            TopicNames(prefix: prefix, inputPrefix: input),
            further: ["shadow.", "fork.old."],
            among: Dictionary(uniqueKeysWithValues: names.map { ($0, 1) })
        )
        return Dictionary(uniqueKeysWithValues: topics.map { ($0.name, $0.kind) })
    }

    @Test(
        arguments: [
            ("fork.uploads", .keyed), ("fork.connections", .settings), ("fork.webhook-dispatch", .keyed),
            ("fork.dead-letter", .keyed), ("fork.state", .state), ("fork.documents", .shared), ("fork.app.a", .shared),
            ("fork.app.x", .shared), ("fork.fhir.app.x", .shared), ("fork.omh.documents", .shared),
            ("fork.connection.a", .own), ("fork.fhir.a", .own), ("fork.omh.a", .own), ("shadow.connection.a", .own),
            ("shadow.state", .state), ("shadow.replay", .replay), ("fork.old.documents", .shared),
            // Other connections', other prefixes', and what nobody knows.
            ("fork.connection.ab", nil), ("fork.connection.b", nil), ("fork.fhir.b", nil), ("fork.a", nil),
            ("shadow.uploads", nil), ("shade.state", nil), ("spork.connection.a", nil), ("fork.old", nil),
            ("connection.a", nil),
        ] as [(String, TraceTopic.Kind?)]
    )
    func `a topic is of a kind by its name`(name: String, kind: TraceTopic.Kind?) throws {
        #expect(try Self.kinds("a", [name])[name] == kind)
    }

    @Test func `a topic that many share is nobody's own, whatever a connection is called`() throws {
        let names = ["fork.fhir.documents", "fork.omh.documents", "fork.documents", "fork.connection.documents"]
        let kinds = try Self.kinds("documents", names)
        #expect(kinds["fork.connection.documents"] == .own)
        #expect(names.dropLast().allSatisfy { kinds[$0] == .shared })
    }

    @Test func `uploads and settings are where their prefix says, and no prefix is one too`() throws {
        let kinds = try Self.kinds("a", ["fork.uploads", "in.uploads", "in.connections", "in.state"], input: "in.")
        #expect(kinds == ["in.uploads": .keyed, "in.connections": .settings])
        let bare = ["uploads", "state", "connection.a", "shadow.state", "connection.b", "other"]
        #expect(
            try Self.kinds("a", bare, prefix: "").keys.sorted() == ["connection.a", "shadow.state", "state", "uploads"]
        )
    }

    @Test func `topics made of the same uploads are found by what replays say of themselves`() {
        func request(_ into: String, live: String, input: String) -> ReplayRequest {
            ReplayRequest(
                into: into,
                livePrefix: live,
                inputPrefix: input,
                group: "g",
                beganMilliseconds: 0,
                asked: [:],
                range: ReplayRange(uploads: [], connections: [])
            )
        }
        let replays = [request("a.", live: "fork.", input: "fork."), request("b.", live: "a.", input: "fork.")]
        let others = [request("c.", live: "spoon.", input: "spoon.")]
        #expect(TraceSurvey.prefixes(of: replays + others, reading: "fork.") == ["a.", "b.", "fork."])
    }
}

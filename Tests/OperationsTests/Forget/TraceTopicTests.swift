import Kafka
import Observation
import Operations
import Testing
import Vocabulary
import Worker

/// Which topics can have something of a connection.
struct TraceTopicTests {
    private static func kinds(_ connection: String, _ names: [String], prefix: String = "fork.", input: String? = nil)
        throws -> [String: TraceTopic.Kind]
    {
        let topics = TraceTopic.all(
            of: try #require(ConnectionID(Array(connection.utf8))),
            TopicNames(prefix: prefix, inputPrefix: input, forms: .named),
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

    @Test(arguments: [(3, ["1", "1", "1", "012", "012"]), (2, ["1", "012", "012", "012", "012"])])
    func `only topics with as many partitions as the settings are read in one partition`(
        count: Int,
        read: [String]
    ) throws {
        let cluster = Cluster(
            bootstrapServers: "b:1",
            groupID: "g",
            topics: TopicNames(prefix: "fork.", forms: .named),
            routing: .single,
            properties: [],
            observer: Observer(level: .error, format: .text) { _ in }
        )
        let survey = TraceSurvey(try #require(ConnectionID(Array("c".utf8))), in: cluster)
        let topics =
            [TraceTopic("fork.connections", prefix: "fork.", .settings, partitionCount: Int32(count))]
            + [
                ("uploads", TraceTopic.Kind.keyed), ("state", .state), ("webhook-dispatch", .keyed),
                ("connection.c", .own),
            ].map { TraceTopic("fork.\($0)", prefix: "fork.", $1, partitionCount: 3) }
        let partitions = survey.partitions(of: topics, in: 1)
        let numbers = topics.map { topic in
            partitions.filter { $0.topic == topic.name }.map { "\($0.partition)" }.joined()
        }
        #expect(numbers == read)
    }
}

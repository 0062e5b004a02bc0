import CommandRights
import Operations
import Testing
import Vocabulary
import Worker

/// What commands must be allowed to do, as values; a broker with an authorizer shows that they suffice.
@Suite struct RightsTests {
    private static func rights(
        _ routing: Rules.Routing = .connection,
        inputPrefix: String? = nil,
        forms: [DocumentForm] = []
    ) -> Rights {
        let topics = TopicNames(prefix: "fork.", inputPrefix: inputPrefix, forms: forms)
        return Rights(topics: topics, routing: routing, group: "a/b")
    }

    private static func texts(_ rights: [Right]) -> Set<String> { Set(rights.map(\.description)) }

    @Test func `a worker reads its inputs, writes its outputs, and makes topics of documents`() {
        #expect(
            Self.texts(Self.rights().run(createsTopics: false)) == [
                "Read on Group a/b", "Write on TransactionalId a%2Fb/*", "Read on Topic fork.uploads",
                "DescribeConfigs on Topic fork.uploads", "Read on Topic fork.connections", "Read on Topic fork.state",
                "Write on Topic fork.state", "DescribeConfigs on Topic fork.state",
                "Write on Topic fork.webhook-dispatch", "DescribeConfigs on Topic fork.webhook-dispatch",
                "Write on Topic fork.dead-letter", "DescribeConfigs on Topic fork.dead-letter",
                "Create on Topic fork.connection.*", "Write on Topic fork.connection.*",
                "Read on Topic fork.connection.*",
            ]
        )
    }

    @Test(arguments: zip(Rules.Routing.allCases, ["fork.connection.*", "fork.app.*", "fork.documents"]))
    func `rights on documents are those of the topics that these go to`(_ routing: Rules.Routing, topic: String) {
        let run = Self.texts(Self.rights(routing).run(createsTopics: false))
        #expect(run.contains("Write on Topic \(topic)") && run.contains("Create on Topic \(topic)"))
        #expect(Self.texts(Self.rights(routing).showDocuments()).contains("Read on Topic \(topic)"))
    }

    @Test(
        arguments: zip(
            Rules.Routing.allCases,
            [
                ["fork.fhir.*", "fork.omh.*"], ["fork.fhir.app.*", "fork.omh.app.*"],
                ["fork.fhir.documents", "fork.omh.documents"],
            ]
        )
    )
    func `forms need the same rights on topics of their own`(_ routing: Rules.Routing, topics: [String]) {
        let rights = Self.rights(routing, forms: .named)
        for topic in topics {
            for operation in ["Create", "Write", "Read"] {
                #expect(Self.texts(rights.run(createsTopics: false)).contains("\(operation) on Topic \(topic)"))
            }
            #expect(Self.texts(rights.diff(with: "x.")).contains("Read on Topic \(topic)"))
            #expect(Self.texts(rights.forget(replays: [])).contains("Write on Topic \(topic)"))
            #expect(!Self.texts(rights.showDocuments()).contains("Read on Topic \(topic)"))
        }
    }

    @Test func `only topics of the own prefix are made`() {
        func created(_ rights: Rights) -> Set<String> {
            Set(rights.run(createsTopics: true).filter { $0.operation == .create && !$0.isPrefix }.map(\.name))
        }
        #expect(created(Self.rights()) == Set(TopicNames(prefix: "fork.", forms: []).all))
        #expect(
            created(Self.rights(inputPrefix: "live.")) == ["fork.state", "fork.webhook-dispatch", "fork.dead-letter"]
        )
    }

    @Test func `a replay writes nothing but under its own prefix`() {
        let rights = Self.rights().replay(into: "shadow.")
        let writing: Set<Right.Operation> = [.write, .create, .delete, .alterConfigs]
        #expect(
            rights.filter { $0.resource == .topic && writing.contains($0.operation) }
                .allSatisfy { $0.name == "shadow." && $0.isPrefix }
        )
        #expect(Self.texts(rights).contains("Read on Group a/b.replay.shadow"))
    }

    @Test func `who changes settings writes nothing else`() {
        let writing = Self.rights(inputPrefix: "live.").writeConnections().filter { $0.operation == .write }
        #expect(
            Self.texts(writing) == ["Write on Topic live.connections", "Write on TransactionalId a/b.connections"]
        )
        #expect(Self.rights().readConnections().allSatisfy { [.read, .describe].contains($0.operation) })
    }

    @Test func `nothing is asked for twice`() {
        let rights = Self.rights()
        let commands = [
            rights.run(createsTopics: true), rights.replay(into: "shadow."), rights.diff(with: "shadow."),
            rights.redriveDeadLetters(), rights.doctor(), rights.topics(mends: true),
            rights.dropReplay(into: "shadow."), rights.forget(replays: ["shadow."]),
            rights.writeConnections(),
        ]
        for command in commands { #expect(Self.texts(command).count == command.count) }
    }
}

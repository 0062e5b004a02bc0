import Clients
import CommandRights
import Foundation
import Kafka
import Operations
import Testing
import Vocabulary
import Worker

extension SecureTests {
    /// `fork-worker doctor` as a user that may do some things and not others.
    @Suite struct DoctorRightsTests {
        /// What a user with these rights is told, and whether anything was written meanwhile.
        private static func found(
            _ choose: @escaping @Sendable (Right) -> Bool
        ) async throws -> (found: DoctorFindings, names: TopicNames, group: String) {
            try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                _ = try topics.command(["topics", "apply", "--partitions", "2"]).ending()
                let own = TopicDescription(Rules()).made(
                    topics.prefix + "connection.a",
                    .documents(nil, .connection("a")),
                    TopicDescription.Surroundings(partitions: 2)
                )
                let admin = try Admin(["bootstrap.servers": node.bootstrapServers], isolation: .uncommitted)
                try admin.createTopics([own], timeoutMilliseconds: 60_000)
                let user = try TokenUser(node)
                try user.grant(topics.rights.doctor().filter(choose))
                let before = try ends(topics, admin)
                let arguments =
                    ["doctor", "--json", "--memory-limit", "64MiB"] + (try user.arguments())
                    + ["--topic-prefix", topics.prefix, "--group-id", topics.group]
                let found = try DoctorFindings(CommandProcess(arguments).ending())
                #expect(try ends(topics, admin) == before)
                return (found, topics.names, topics.group)
            }
        }

        private static func ends(_ topics: RunTopics, _ admin: borrowing Admin) throws -> [TopicPartition: Watermarks] {
            let counts = try admin.partitionCounts(timeoutMilliseconds: 60_000)
            let places = counts.filter { $0.key.hasPrefix(topics.prefix) }.flatMap { name, count in
                (0..<count).map { TopicPartition(name, $0) }
            }
            return try admin.watermarks(of: places, timeoutMilliseconds: 20_000)
        }

        @Test(.timeLimit(.minutes(20)))
        func `the least rights of a worker suffice, and each is tried`() async throws {
            let (found, names, group) = try await Self.found { _ in true }
            #expect(found.all("failed").isEmpty, "\(found.ending)")
            // The topics of dispatchers are there, and dispatchers have another user.
            #expect(!found.all("failed").contains { $0.contains("\(group).dispatch") })
            #expect(found.all("ok").filter { $0.hasPrefix("right ") && $0.hasSuffix(" is granted") }.count == 14)
            // Nobody tells a worker how long records of documents may be, so that none is made to be refused.
            #expect(found.has("ok", "right", names.prefix + "connection.a", "Write on Topic could not be tested"))
            // That of the node ends within the month for which it was made.
            #expect(found.has("warning", "certificate", "127.0.0.1", "/CN=broker expires in"))
            #expect(found.has("warning", "certificate", "ca.pem", "/CN=authority expires in"))
            #expect(found.has("ok", "topic", names.connections, "may not read its settings"))
        }

        @Test(.timeLimit(.minutes(20)))
        func `a right to write that is missing is found by its line, for topics, group and transactional id`()
            async throws
        {
            let (found, names, group) = try await Self.found { right in
                let isKept = right.operation != .write || right.name.hasSuffix("webhook-dispatch")
                return isKept && right.resource != .group
            }
            #expect(found.ending.status == 1)
            for name in [names.state, names.deadLetters] {
                #expect(found.has("failed", "right", name, "Write on Topic is refused"), "\(name): \(found.ending)")
            }
            #expect(found.has("ok", "right", names.jobs, "Write on Topic is granted"))
            #expect(found.has("ok", "right", names.deadLetters, "DescribeConfigs on Topic is granted"))
            #expect(found.has("failed", "right", group, "Read on Group is refused"))
            #expect(found.has("failed", "right", "\(group).doctor", "Write on TransactionalId is refused"))
        }

        @Test(.timeLimit(.minutes(20)))
        func `a right to read, make or describe that is missing is found by its line`() async throws {
            let (found, names, _) = try await Self.found { right in
                !right.name.hasSuffix("uploads") && right.operation != .create
                    && right.operation != .describeConfigs
            }
            #expect(found.has("failed", "right", names.uploads, "Read on Topic is refused"), "\(found.ending)")
            #expect(found.has("failed", "right", "connection.doctor", "Create on Topic is refused"))
            #expect(found.has("failed", "right", names.state, "DescribeConfigs on Topic is refused"))
            #expect(found.has("ok", "right", names.state, "Read on Topic is granted"))
        }

        @Test(.timeLimit(.minutes(20)))
        func `topics are looked at and mended under just the rights for it`() async throws {
            let run = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                let wrong = NewTopic(topics.names.state, partitions: 2, settings: ["cleanup.policy": "delete"])
                try Admin(["bootstrap.servers": node.bootstrapServers])
                    .createTopics([wrong], timeoutMilliseconds: 60_000)
                func run(_ rights: [Right], _ arguments: String...) throws -> CommandProcess.Ending {
                    let user = try TokenUser(node)
                    try user.grant(rights)
                    let own = try user.arguments() + ["--topic-prefix", topics.prefix, "--group-id", topics.group]
                    return try CommandProcess(["topics"] + arguments + own).ending()
                }
                let looking = topics.rights.topics(mends: false)
                return (
                    plan: try run(looking, "plan"),
                    blind: try run(looking.filter { $0.operation != .describe }, "plan"),
                    lame: try run(looking, "apply"),
                    apply: try run(topics.rights.topics(mends: true), "apply"), prefix: topics.prefix
                )
            }
            #expect(run.plan.status == 0 && run.plan.output.contains("7 topics"), "\(run.plan)")
            #expect(run.blind.status == 1 && run.blind.lastError.contains("grant Describe"), "\(run.blind)")
            #expect(run.lame.status == 1 && run.lame.lastError.contains("AUTHORIZATION_FAILED"), "\(run.lame)")
            #expect(run.apply.status == 0 && run.apply.output.contains("0 wrong"), "\(run.apply)")
        }
    }
}

import Clients
import Foundation
import Kafka
import Testing
import Worker

extension BrokerTests {
    /// Document topics that somebody else has made, before the worker or again.
    @Suite struct RunRecreated {
        /// What ends the worker after it has written to the new topic.
        enum End: CaseIterable { case nothing, terminated, killed }

        @Test(.timeLimit(.minutes(20)), arguments: End.allCases)
        func `the documents of a recreated topic come back, whatever ends the worker in between`(end: End) async throws
        {
            let run = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create(partitions: 1)
                let name = topics.prefix + "connection.conn-0"
                let worker = topics.worker(0, end == .killed ? ["--commit-interval", "4s"] : [])
                try worker.startUntilReady()
                for day in 11...13 {
                    try topics.upload([topics.steps(day, day: day)])
                    #expect(try topics.waitUntilRead())
                }
                try node.deleteTopics([name])
                try Self.create(name, ["cleanup.policy": "compact"], node)
                try topics.upload([topics.steps(14, day: 14)])
                switch end {
                case .nothing: #expect(try topics.waitUntilRead())
                case .terminated:
                    #expect(try topics.waitUntilRead())
                    #expect(worker.stop() == 0)
                    try worker.startUntilReady()
                case .killed:
                    // Its records are there, and the commit is not.
                    #expect(try Self.waitForRecords(in: name, node))
                    worker.kill()
                    try worker.startUntilReady()
                }
                try topics.upload([topics.steps(15, day: 15)])
                #expect(try topics.waitUntilRead())
                var totals: [Double?] = []
                _ = try eventually {
                    totals = try (11...15).map { try topics.total(day: $0) }
                    return !totals.contains(nil)
                }
                return (totals: totals, isSaid: worker.says("topic_remade", within: .seconds(1)), status: worker.stop())
            }
            #expect(run.totals == [11, 12, 13, 14, 15])
            #expect(run.isSaid)
            #expect(run.status == 0)
        }

        /// What is in a topic that replaces another one.
        enum Content: CaseIterable { case foreignRecord, oldRecords }

        @Test(.timeLimit(.minutes(20)), arguments: Content.allCases, [false, true])
        func `records in a recreated topic do not pass for those that the worker wrote`(
            content: Content,
            isStopped: Bool
        ) async throws {
            let run = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create(partitions: 1)
                let name = topics.prefix + "connection.conn-0"
                let worker = topics.worker(0)
                try worker.startUntilReady()
                for day in 11...13 {
                    try topics.upload([topics.steps(day, day: day)])
                    #expect(try topics.waitUntilRead())
                }
                let old = try topics.read(name).prefix(2).map { (key: $0.key, value: $0.value ?? "") }
                if isStopped { #expect(worker.stop() == 0) }
                try node.deleteTopics([name])
                try Self.create(name, ["cleanup.policy": "compact"], node)
                try topics.produce(content == .foreignRecord ? [("test", "{}")] : old, to: name)
                if isStopped { try worker.startUntilReady() }
                try topics.upload([topics.steps(14, day: 14)])
                #expect(try topics.waitUntilRead())
                var totals: [Double?] = []
                _ = try eventually {
                    totals = try (11...14).map { try topics.total(day: $0) }
                    return !totals.contains(nil)
                }
                return (totals: totals, isSaid: worker.says("topic_remade", within: .seconds(1)), status: worker.stop())
            }
            #expect(run.totals == [11, 12, 13, 14])
            #expect(run.isSaid)
            #expect(run.status == 0)
        }

        /// Settings of a topic that takes nothing, and what a line says of them.
        static let refusing = [
            (settings: ["cleanup.policy": "delete"], words: ["cleanup.policy=delete", "set it to compact"]),
            (
                settings: ["cleanup.policy": "compact", "max.message.bytes": "20000"],
                words: ["max.message.bytes=20000"]
            ),
        ]

        @Test(.timeLimit(.minutes(20)), arguments: refusing)
        func `nothing goes to a topic that a subscriber has made wrongly, until it is mended, and others go on`(
            settings: [String: String],
            words: [String]
        ) async throws {
            let run = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create(partitions: 1)
                let name = topics.prefix + "connection.conn-0"
                try Self.create(name, settings, node)
                let worker = topics.worker(0)
                try worker.startUntilReady()
                try topics.upload([topics.steps(11, day: 11), topics.steps(11, day: 11, connection: "conn-1")])
                #expect(try topics.waitUntilRead())
                let isNamed = worker.says("documents_owed")
                let (before, other) = (try topics.read(name).count, try topics.total(day: 11, connection: "conn-1"))
                // The next process knows of the debt.
                worker.kill()
                try worker.startUntilReady()
                try topics.alter(name, ["cleanup.policy": "compact", "max.message.bytes": "1048588"])
                var total: Double?
                _ = try eventually {
                    total = try topics.total(day: 11)
                    return total != nil
                }
                let line = worker.lines.first { $0["event"] as? String == "documents_owed" }
                return (
                    before: before, other: other, isNamed: isNamed, topic: line?["topic"] as? String,
                    reason: line?["reason"] as? String ?? "", total: total, status: worker.stop(), name: name
                )
            }
            #expect(run.before == 0 && run.other == 11)
            #expect(
                run.isNamed && run.topic == run.name && words.allSatisfy { run.reason.contains($0) },
                "\(run.reason)"
            )
            #expect(run.total == 11)
            #expect(run.status == 0)
        }

        private static func create(_ name: String, _ settings: [String: String], _ node: BrokerNode) throws {
            try Admin(["bootstrap.servers": node.bootstrapServers])
                .createTopics([NewTopic(name, partitions: 1, settings: settings)], timeoutMilliseconds: 60_000)
        }

        /// Waits until a topic has records, those of open transactions too.
        private static func waitForRecords(in name: String, _ node: BrokerNode) throws -> Bool {
            let admin = try Admin(["bootstrap.servers": node.bootstrapServers], isolation: .uncommitted)
            return eventually {
                let end = try? admin.watermarks(of: TopicPartition(name, 0), timeoutMilliseconds: 5_000).high
                return end ?? 0 > 0
            }
        }
    }
}

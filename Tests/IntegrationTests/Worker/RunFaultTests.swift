import Foundation
import Kafka
import Testing
import Worker

extension BrokerTests {
    /// What somebody does to topics while a worker runs, and what it is told that it can't keep.
    @Suite struct RunFaults {
        @Test(.timeLimit(.minutes(20)))
        func `a document topic that is deleted is made again, and everybody goes on within seconds`() async throws {
            let (isRead, seconds, fences, counts) = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create(partitions: 2)
                let worker = topics.worker(0)
                try worker.startUntilReady()
                let uploads = RunUpload.made(200, connections: 6, seed: 21)
                try topics.upload(uploads[..<100])
                #expect(try topics.waitUntilRead())
                let gone = topics.prefix + "connection.conn-1"
                try node.deleteTopics([gone])
                let began = ContinuousClock.now
                try topics.upload(uploads[100...])
                let isRead = try topics.waitUntilRead()
                let seconds = (ContinuousClock.now - began).components.seconds
                let counts = try Admin(["bootstrap.servers": node.bootstrapServers])
                    .partitionCounts(of: [gone], timeoutMilliseconds: 60_000)
                #expect(worker.stop() == 0)
                return (isRead, seconds, worker.lines.filter { $0["event"] as? String == "fenced" }.count, counts.count)
            }
            #expect(isRead)
            #expect(seconds < 60)
            #expect(fences == 0)
            #expect(counts == 1)
        }

        @Test(.timeLimit(.minutes(20)))
        func `a document topic of one connection that takes too little holds nobody up, and gets its documents later`()
            async throws
        {
            let (reason, before, after) = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create(partitions: 4)
                let small = topics.prefix + "connection.conn-0"
                try Admin(["bootstrap.servers": node.bootstrapServers]).createTopics(
                    [
                        NewTopic(
                            small,
                            partitions: 1,
                            settings: ["cleanup.policy": "compact", "max.message.bytes": "20000"]
                        )
                    ],
                    timeoutMilliseconds: 60_000
                )
                let worker = topics.worker(0)
                try worker.startUntilReady()
                try topics.upload(RunUpload.made(120, connections: 8, seed: 22))
                #expect(worker.says("documents_owed"))
                let owed = worker.lines.first { $0["event"] as? String == "documents_owed" }
                #expect(owed?["topic"] as? String == small)
                #expect(try topics.waitUntilRead())
                let before = try topics.read(small).count
                try node.set("max.message.bytes", to: "1048588", of: small)
                let comes = try eventually { try !topics.read(small).isEmpty }
                #expect(worker.stop() == 0)
                return (owed?["reason"] as? String ?? "", before, comes)
            }
            #expect(reason.contains("max.message.bytes=20000"), "\(reason)")
            #expect(before == 0 && after)
        }

        @Test(.timeLimit(.minutes(20)))
        func `a limit that is lowered while the worker runs is met with a reason, not with endless aborts`()
            async throws
        {
            let (reason, aborts, isRead) = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create(partitions: 1)
                let worker = topics.worker(0)
                try worker.startUntilReady()
                try topics.upload(RunUpload.made(50, connections: 2, seed: 23))
                #expect(try topics.waitUntilRead())
                try node.set("max.message.bytes", to: "200", of: topics.names.state)
                try topics.upload(RunUpload.made(50, connections: 2, seed: 24))
                #expect(worker.says("partition_left_alone"))
                let left = worker.lines.first { $0["event"] as? String == "partition_left_alone" }
                let aborts = worker.lines.filter { $0["event"] as? String == "aborted" }.count
                try node.set("max.message.bytes", to: "1048588", of: topics.names.state)
                let isRead = try topics.waitUntilRead()
                #expect(worker.stop() == 0)
                #expect(left?["code"] as? String == "output_refused")
                return (left?["reason"] as? String ?? "", aborts, isRead)
            }
            #expect(reason.contains("state") && reason.contains("200 bytes"))
            #expect(aborts <= 3)
            #expect(isRead)
        }

        @Test(.timeLimit(.minutes(20)))
        func `a session that ends before the transaction does is wrong usage, with the figures`() async throws {
            let (status, reason) = try await onBroker { node in
                let worker = try RunTopics(node.bootstrapServers).worker(0, ["--kafka", "session.timeout.ms=6000"])
                try worker.start()
                return (worker.status(), worker.reasons)
            }
            #expect(status == 64 && reason.contains("option_invalid: "))
            for figure in ["6000", "30000", "42000"] { #expect(reason.contains(figure)) }
        }
    }
}

import Clients
import Foundation
import Kafka
import Testing
import Worker

extension BrokerTests {
    /// Topics of jobs that were deleted and made again under the same name.
    @Suite struct DispatchReplaced {
        @Test(.timeLimit(.minutes(20)), arguments: [3, 8])
        func `jobs that are made again while a dispatcher can't fetch are noticed, even if they are just as many`(
            count: Int
        ) async throws {
            try await onBroker { node in
                let test = try DispatchTopics(node.bootstrapServers, partitions: 1)
                try test.configure(["conn-1"])
                let process = test.dispatcher()
                try process.startUntilReady()
                #expect(test.receiver.getsAll(try test.add((0..<3).map { _ in TestJob() })))
                #expect(try eventually { try test.listed().isEmpty })
                process.pause()
                try node.deleteTopics([test.names.jobs])
                try test.topics.createInput(test.names.jobs, partitions: 1)
                let ids = try test.add((0..<count).map { _ in TestJob() })
                process.goOn()
                #expect(process.refuses("deleted and made again"), "\(process.lines.suffix(5))")
                #expect(process.says("inputs_doubted", within: .seconds(1)))
                // Jobs behind the old position can come before the topic is doubted, and those before it can't.
                #expect(!Set(ids).isSubset(of: test.receiver.ids))
                #expect(process.stop() == 0)
                let next = test.dispatcher(0, ["--adopt-state"])
                try next.startUntilReady()
                #expect(test.receiver.getsAll(ids))
                #expect(next.stop() == 0)
            }
        }

        @Test(.timeLimit(.minutes(20)), arguments: [false, true])
        func `settings that are made again under a dispatcher are read again, however long they are`(
            isPaused: Bool
        ) async throws {
            try await onBroker { node in
                let test = try DispatchTopics(node.bootstrapServers, partitions: 1)
                try test.configure((1...5).map { "conn-\($0)" })
                let process = test.dispatcher()
                try process.startUntilReady()
                #expect(test.receiver.getsAll(try test.add([TestJob()])))
                if isPaused { process.pause() }
                try node.deleteTopics([test.names.connections])
                try test.topics.createInput(test.names.connections, partitions: 1)
                try test.configure(["conn-1"], ",\"closed\":true")
                try test.configure((2...20).map { "conn-\($0)" })
                if isPaused { process.goOn() }
                #expect(process.says("settings_replaced"), "\(process.lines.suffix(5))")
                let closed = try test.add([TestJob()])
                #expect(test.receiver.getsAll(try test.add([TestJob(connection: "conn-20")])))
                #expect(try eventually { try test.listed().isEmpty })
                #expect(Set(closed).isDisjoint(with: test.receiver.ids))
                #expect(process.stop() == 0)
            }
        }

        @Test(.timeLimit(.minutes(20)))
        func `a state that is made again under a dispatcher leaves its partition alone, and no process ends`()
            async throws
        {
            try await onBroker { node in
                let test = try DispatchTopics(node.bootstrapServers, partitions: 1)
                try test.configure(["conn-1", "conn-2"])
                test.receiver.answer { Receiver.Reply(status: $0.path.hasSuffix("conn-2") ? 503 : 204) }
                let process = test.dispatcher(0, ["--http-address", "127.0.0.1:0", "--retry-schedule", "10h"])
                try process.startUntilReady()
                let probes = try #require(ProbeClient(of: process))
                try test.add([TestJob(connection: "conn-2")])
                #expect(test.receiver.getsAll(try test.add((0..<3).map { _ in TestJob() })))
                #expect(try eventually { try test.listed().count == 1 })
                try node.deleteTopics([test.names.webhookState])
                let compact = ["cleanup.policy": "compact"]
                try Admin(["bootstrap.servers": node.bootstrapServers]).createTopics(
                    [NewTopic(test.names.webhookState, partitions: 1, settings: compact)],
                    timeoutMilliseconds: 60_000
                )
                let ids = try test.add([TestJob()])
                #expect(process.refuses("made again"), "\(process.lines.suffix(5))")
                // Nobody reads the partition, and its figures are those of its store and of its topic.
                #expect(probes.showsLag(of: test.names.jobs) { $0 == 1 })
                #expect(probes.get("/metrics").body.contains("\nfork_dispatch_waiting_jobs 1\n"))
                #expect(process.stop() == 0)
                let next = test.dispatcher(0, ["--adopt-state"])
                try next.startUntilReady()
                #expect(test.receiver.getsAll(ids))
                #expect(next.stop() == 0)
            }
        }
    }
}

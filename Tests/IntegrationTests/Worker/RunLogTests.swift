import Clients
import Foundation
import Testing
import Worker

extension BrokerTests {
    /// What a worker says to whoever is on call, and that nobody's listening is needed for its work.
    @Suite struct RunLogs {
        @Test(.timeLimit(.minutes(20)), arguments: ["full", "closed"])
        func `a standard error that is full or closed stops nothing`(state: String) async throws {
            let (isRead, status) = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create(partitions: 2)
                // At this level each upload has a line: more than a pipe holds.
                let worker = topics.worker(0, ["--log-level", "debug"])
                let pipe = Pipe()
                try worker.start(sayingTo: pipe)
                if state == "closed" { try pipe.fileHandleForReading.close() }
                try pipe.fileHandleForWriting.close()
                try topics.upload(RunUpload.made(2_000, connections: 10, seed: 7))
                let isRead = try topics.waitUntilRead()
                let status = worker.stop()
                return withExtendedLifetime(pipe) { (isRead, status) }
            }
            #expect(isRead)
            #expect(status == 0)
        }

        @Test(.timeLimit(.minutes(20)))
        func `refusals are said once a minute and code, and the start says by what it works`() async throws {
            let lines = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create(partitions: 1)
                try topics.produce((0..<50).map { ("conn-1", "no json \($0)") }, to: topics.names.uploads)
                let worker = topics.worker(0, ["--group-instance-id", "pod-7", "--memory-limit", "64MiB"])
                try worker.start()
                #expect(try topics.waitUntilRead())
                #expect(worker.stop() == 0)
                return worker.lines.map { $0.mapValues { "\($0)" } }
            }
            let refused = lines.filter { $0["event"] == "refused" }
            #expect(refused.count == 1)
            #expect(refused.first?["code"] == "decodingError" && refused.first?["offset"] == "0")
            let started = try #require(lines.first { $0["event"] == "started" })
            #expect(started["instance_id"] == "pod-7")
            #expect(started["librdkafka"]?.contains(".") == true)
            #expect(started["settings"]?.contains("state-retention=400d") == true)
            #expect(started["memory"]?.contains("store_cache_bytes") == true)
            let warned = lines.filter { $0["event"] == "memory_limit_too_small" }
            #expect(warned.count == 1 && warned.first?["limit_bytes"] == "\(64 << 20)")
        }
    }
}

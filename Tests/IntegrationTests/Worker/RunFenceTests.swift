import Clients
import Foundation
import Kafka
import Testing
import Worker

extension BrokerTests {
    /// The group lets another member of a lane's name in, and no second worker is behind it.
    @Suite struct RunFences {
        @Test(.timeLimit(.minutes(20)))
        func `a worker that is put out of the group once begins anew and misses nothing`() async throws {
            let (events, isRead, status) = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create()
                let worker = topics.worker(0, ["--group-instance-id", "same"])
                try worker.startUntilReady()
                try Self.joinOnce(topics, instanceID: "same-0")
                let isFenced = worker.says("member_fenced")
                #expect(isFenced)
                try topics.upload(RunUpload.made(50, connections: 3, seed: 11))
                let isRead = try topics.waitUntilRead()
                let status = worker.stop()
                return (worker.lines.compactMap { $0["event"] as? String }, isRead, status)
            }
            #expect(isRead)
            #expect(status == 0)
            #expect(events.count { $0 == "member_fenced" } == 1)
            #expect(!events.contains("failed"))
        }

        /// Joins the group under a lane's name, as its own earlier request does that comes late, and is gone.
        private static func joinOnce(_ topics: RunTopics, instanceID: String) throws {
            let rival = try Consumer([
                "bootstrap.servers": topics.servers, "group.id": topics.group, "group.instance.id": instanceID,
            ])
            try rival.subscribe(
                to: [topics.names.uploads, topics.names.connections],
                timeoutMilliseconds: 10_000
            )
            var isAssigned = false
            let deadline = ContinuousClock.now + patience
            while !isAssigned, ContinuousClock.now < deadline {
                _ = rival.poll(timeoutMilliseconds: 100) { _ in isAssigned = true }
            }
            #expect(isAssigned)
            _ = rival.close(timeoutMilliseconds: 5_000)
        }
    }
}

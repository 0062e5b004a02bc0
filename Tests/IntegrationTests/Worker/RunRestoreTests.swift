import Clients
import Foundation
import Kafka
import Store
import Testing
import Vocabulary
import Worker

extension BrokerTests {
    /// What a worker finds when it takes partitions over.
    @Suite struct RunRestores {
        @Test(.timeLimit(.minutes(20)))
        func `state that its owner wrote after the offsets is there before anything is published`() async throws {
            let total = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create(partitions: 1)
                let first = topics.steps(1_000)
                let state = try Self.state(after: first, node, of: topics)
                try topics.upload([first, topics.steps(1)])
                let owner = try topics.stalledOwner(offsets: [0: 1])
                let worker = topics.worker(0)
                try worker.start()
                let isAssigned = worker.says("partitions_assigned")
                #expect(isAssigned)
                // It has looked at the changelog by then, and waits for the group's offsets.
                usleep(3_000_000)
                for record in state {
                    unsafe try owner.produce(
                        to: topics.names.state,
                        partition: 0,
                        key: record.key.span.bytes,
                        value: record.value?.span.bytes
                    )
                }
                try owner.commitTransaction(timeoutMilliseconds: 60_000)
                let isRead = try topics.waitUntilRead()
                #expect(isRead)
                #expect(worker.stop() == 0)
                return try topics.total()
            }
            #expect(total == 1_001)
        }

        @Test(.timeLimit(.minutes(20)))
        func `a worker without a copy restores each record of a long changelog`() async throws {
            let (restored, written) = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create(partitions: 1)
                try topics.upload(RunUpload.made(3_000, connections: 300, seed: 9))
                let first = topics.worker(0)
                try first.startUntilReady()
                #expect(try topics.waitUntilRead())
                #expect(first.stop() == 0)
                let written = try topics.read(topics.names.state).count
                let other = topics.worker(1)
                try other.startUntilReady()
                let line = other.lines.last { $0["event"] as? String == "restored" }
                #expect(other.stop() == 0)
                return (line?["records"] as? Int, written)
            }
            // More than the restorer takes at once.
            #expect(restored == written && written > 6_000, "\(written)")
        }

        /// What an owner writes for an upload: taken from a worker that processed it elsewhere, but for whose it is.
        private static func state(after upload: RunUpload, _ node: BrokerNode, of target: RunTopics) throws
            -> [RawRecord]
        {
            let topics = try RunTopics(node.bootstrapServers)
            try topics.create(partitions: 1)
            try topics.upload([upload])
            let worker = topics.worker(0)
            try worker.start()
            let isRead = try topics.waitUntilRead()
            #expect(isRead)
            #expect(worker.stop() == 0)
            let admin = try Admin(["bootstrap.servers": node.bootstrapServers])
            let identity = StateIdentity(
                id: UUID128(hi: 1, lo: 2),
                clusterID: try admin.clusterID(timeoutMilliseconds: 10_000),
                topicPrefix: target.prefix,
                partition: 0,
                partitions: 1,
                changelogBegin: 0,
                uploads: 1,
                connections: 0
            )
            let state = try topics.rawRecords(of: topics.names.state).filter { $0.key != StateIdentity.key }
            return state + [RawRecord(key: StateIdentity.key, value: identity.value)]
        }

        @Test(.timeLimit(.minutes(20)))
        func `partitions whose offsets nobody tells hold up no others`() async throws {
            let connections = (0..<24).map { "conn-\($0)" }
            let (published, uploaded) = try await onBroker { node in
                let topics = try RunTopics(node.bootstrapServers)
                try topics.create(partitions: 6)
                try topics.upload(connections.map { topics.steps(7, connection: $0) })
                let owner = try topics.stalledOwner(offsets: [0: 0, 1: 0, 2: 0, 3: 0, 4: 0])
                let worker = topics.worker(0)
                try worker.start()
                let isRestored = worker.says("restored")
                #expect(isRestored)
                let uploaded = try topics.rawRecords(of: topics.names.uploads, partition: 5).map(\.key)
                let deadline = ContinuousClock.now + patience
                var published: Set<String> = []
                let beginning = "\(topics.prefix)connection."
                while published.count < uploaded.count, ContinuousClock.now < deadline {
                    published = Set(try topics.read(beginning).map { String($0.topic.dropFirst(beginning.count)) })
                }
                try owner.abortTransaction(timeoutMilliseconds: 60_000)
                let isRead = try topics.waitUntilRead()
                #expect(isRead)
                #expect(worker.stop() == 0)
                return (published, Set(uploaded.map { String(decoding: $0, as: UTF8.self) }))
            }
            #expect(!uploaded.isEmpty)
            #expect(published == uploaded)
        }
    }
}

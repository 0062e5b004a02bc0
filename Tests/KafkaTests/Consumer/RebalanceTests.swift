import Clients
import Kafka
import Testing

/// Joining a group of the embedded cluster takes three seconds.
@Suite struct RebalanceTests {
    private static func consumer(_ cluster: borrowing EmbeddedCluster) throws -> Consumer {
        try Consumer(["bootstrap.servers": cluster.bootstrapServers, "group.id": "group"])
    }

    /// A cluster with two partitions of two records each.
    private static func cluster() throws -> EmbeddedCluster {
        let cluster = try EmbeddedCluster()
        try cluster.createTopic("topic", partitions: 2)
        let producer = try Producer(["bootstrap.servers": cluster.bootstrapServers])
        for number in 0..<4 { try producer.send("topic", partition: Int32(number % 2), [UInt8(number)]) }
        try producer.flush(timeoutMilliseconds: 10_000)
        return cluster
    }

    private static let both = [TopicPartition("topic", 0), TopicPartition("topic", 1)]

    @Test func `the owner is asked during poll, and starts where it says`() async throws {
        try await onOwnThread {
            let cluster = try Self.cluster()
            let consumer = try Self.consumer(cluster)
            try consumer.subscribe(to: ["topic"], timeoutMilliseconds: 10_000)
            var told: [Rebalance] = []
            var offsets: [Int64] = []
            let deadline = ContinuousClock.now + .seconds(30)
            while offsets.count < 2, ContinuousClock.now < deadline {
                let message = consumer.poll(timeoutMilliseconds: 100) { event in
                    told.append(event)
                    guard case .assigned(let partitions) = event else { return }
                    #expect(throws: Never.self) {
                        try consumer.assign(partitions.map { Assignment($0, from: .offset(1)) })
                    }
                }
                if let message { offsets.append(message.offset) }
            }
            #expect(told == [.assigned(Self.both)])
            #expect(offsets == [1, 1])
            #expect(try Set(consumer.assignment()) == Set(Self.both))

            var revokes: [Rebalance] = []
            var assignedDuringRevoke: [TopicPartition] = []
            let closed = consumer.close(timeoutMilliseconds: 120_000) { event in
                revokes.append(event)
                // Still ours: the moment to commit.
                assignedDuringRevoke = (try? consumer.assignment()) ?? []
            }
            #expect(closed)
            #expect(revokes == [.revoked(Self.both, isLost: false)])
            #expect(Set(assignedDuringRevoke) == Set(Self.both))
        }
    }

    @Test func `what the owner leaves unanswered starts at the committed offsets or the beginning`() async throws {
        try await onOwnThread {
            let cluster = try Self.cluster()
            let consumer = try Self.consumer(cluster)
            try consumer.subscribe(to: ["topic"], timeoutMilliseconds: 10_000)
            let values = try consumer.records(4, timeoutSeconds: 30).compactMap(\.value)
            #expect(Set(values) == [[0], [1], [2], [3]])
            let closed = consumer.close(timeoutMilliseconds: 120_000)
            #expect(closed)
        }
    }

    @Test(.enabled(if: LibraryVersion.running.has(.cooperativeRebalance), "this librdkafka gets it wrong"))
    func `the cooperative protocol is answered in its own way`() async throws {
        try await onOwnThread {
            let cluster = try Self.cluster()
            let consumer = try Consumer([
                "bootstrap.servers": cluster.bootstrapServers, "group.id": "group",
                "partition.assignment.strategy": "cooperative-sticky",
            ])
            try consumer.subscribe(to: ["topic"], timeoutMilliseconds: 10_000)
            let values = try consumer.records(4, timeoutSeconds: 30).compactMap(\.value)
            #expect(Set(values) == [[0], [1], [2], [3]])
            try consumer.pause(Self.both)
            try consumer.assignAgain(Self.both.map { Assignment($0, from: .offset(1)) })
            #expect(try consumer.records(1, timeoutSeconds: 1).isEmpty)
            try consumer.resume(Self.both)
            #expect(try consumer.records(2).map(\.offset) == [1, 1])
            var revokes: [Rebalance] = []
            let closed = consumer.close(timeoutMilliseconds: 120_000) { revokes.append($0) }
            #expect(closed)
            #expect(revokes == [.revoked(Self.both, isLost: false)])
        }
    }

    /// A stop has seventeen seconds in all; the library itself knows no bound here.
    @Test(.timeLimit(.minutes(20))) func `closing without a group in reach ends, also the second time`() async throws {
        try await onOwnThread {
            let consumer = try Consumer(["bootstrap.servers": "127.0.0.1:1", "group.id": "group"])
            try? consumer.subscribe(to: ["topic"], timeoutMilliseconds: 100)
            for _ in 0..<2 { _ = consumer.close(timeoutMilliseconds: 500) }
        }
    }
}

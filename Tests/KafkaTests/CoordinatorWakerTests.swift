import Kafka
import Testing

@Suite struct CoordinatorWakerTests {
    /// Sends offsets to a coordinator that is loading for so many requests; gives back how often the library was woken.
    private func wakeups(loading count: Int) async throws -> Int {
        try await onOwnThread {
            let cluster = try EmbeddedCluster()
            try cluster.createTopic("topic", partitions: 1)
            let servers = cluster.bootstrapServers
            let consumer = try Consumer(["bootstrap.servers": servers, "group.id": "group"])
            let producer = try Producer(["bootstrap.servers": servers, "transactional.id": "id"])
            try producer.initTransactions(timeoutMilliseconds: 10_000)
            try producer.beginTransaction()
            try producer.send("topic", [1])
            try producer.flush(timeoutMilliseconds: 10_000)
            cluster.fail(.transactionalOffsetCommit, with: Array(repeating: .coordinatorLoading, count: count))
            let group = try consumer.groupMetadata()
            // Whether it comes to an answer depends on how often this library asks again.
            try? producer.sendOffsets([TopicPartition("topic", 0): 1], group: group, timeoutMilliseconds: 15_000)
            return producer.coordinatorWakeupCount
        }
    }

    @Test func `a call that waits for the coordinator too long is woken`() async throws {
        #expect(try await wakeups(loading: 500) > 0)
    }

    @Test func `a call that is answered is not`() async throws {
        #expect(try await wakeups(loading: 0) == 0)
    }
}

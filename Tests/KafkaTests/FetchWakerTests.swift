import Kafka
import Testing

@Suite struct FetchWakerTests {
    /// How often the fetchers were woken while so many records of 1 kB were read, and while nothing was left.
    private func wakeups(
        _ count: Int,
        queueKiB: Int,
        lingerMilliseconds: Int = 0
    ) async throws -> (reading: Int, idle: Int) {
        try await onOwnThread {
            let cluster = try EmbeddedCluster()
            try cluster.createTopic("topic", partitions: 1)
            let producer = try Producer([
                "bootstrap.servers": cluster.bootstrapServers, "linger.ms": String(lingerMilliseconds),
            ])
            let record = [UInt8](repeating: 1, count: 1_000)
            for _ in 0..<count { try producer.send("topic", record) }
            try producer.flush(timeoutMilliseconds: 10_000)
            let consumer = try Consumer([
                "bootstrap.servers": cluster.bootstrapServers, "group.id": "group",
                "queued.max.messages.kbytes": String(queueKiB), "fetch.message.max.bytes": "16384",
            ])
            try consumer.assign([Assignment(TopicPartition("topic", 0), from: .beginning)])
            #expect(try consumer.records(count).count == count)
            let reading = consumer.fetchWakeupCount
            // A question at the end waits behind a fetch, for half a second.
            for _ in 0..<12 { _ = consumer.poll(timeoutMilliseconds: 100) }
            return (reading, consumer.fetchWakeupCount - reading)
        }
    }

    @Test(.enabled(if: !LibraryVersion.running.has(.fetchQueueBackoff)))
    func `a queue that was full is filled again before it is empty`() async throws {
        // On a busy machine everything may be read before the other thread has had its turn.
        var reading = 0
        for attempt in 1...5 where reading == 0 { reading = try await wakeups(1_000 * attempt, queueKiB: 64).reading }
        #expect(reading > 0)
    }

    @Test func `nothing is asked when the queue takes all there is, nor when all is read`() async throws {
        // On a busy machine these may come as two batches, and the second is rightly asked for.
        let small = try await wakeups(10, queueKiB: 1_024, lingerMilliseconds: 500)
        #expect(small.reading + small.idle <= 1)
        #expect(try await wakeups(1_000, queueKiB: 64).idle <= 1)
    }

    @Test(.enabled(if: LibraryVersion.running.has(.fetchQueueBackoff)))
    func `a library that looks at its queue by itself is not woken`() async throws {
        #expect(try await wakeups(1_000, queueKiB: 64).reading == 0)
    }
}

import Clients
import Foundation
import Kafka
import Testing

/// How long a poll waits that nobody ends.
private let wait: Int32 = 120_000

/// Returns whether a poll that waits for a record ends long before its time.
private func endsEarly(_ ring: @escaping @Sendable (PollWakeup) -> Void) async throws -> Bool {
    try await onOwnThread {
        let cluster = try EmbeddedCluster()
        try cluster.createTopic("topic", partitions: 1)
        let consumer = try Consumer(["bootstrap.servers": cluster.bootstrapServers, "group.id": "group"])
        try consumer.assign([Assignment(TopicPartition("topic", 0), from: .beginning)])
        let began = ContinuousClock.now
        ring(consumer.pollWakeup)
        let hasRecord = consumer.poll(timeoutMilliseconds: wait) != nil
        return !hasRecord && ContinuousClock.now - began < .milliseconds(Int64(wait / 2))
    }
}

@Suite struct PollWakeupTests {
    @Test func `a poll that waits ends with a ring of another thread`() async throws {
        let isEarly = try await endsEarly { wakeup in
            Thread.detachNewThread {
                // So that the poll waits already; otherwise this tests the same as the next one.
                usleep(200_000)
                wakeup.ring()
            }
        }
        #expect(isEarly)
    }

    @Test func `a ring before the poll is not lost`() async throws {
        #expect(try await endsEarly { $0.ring() })
    }

    @Test func `a ring hides no record`() async throws {
        let record = try await onOwnThread {
            let cluster = try EmbeddedCluster()
            try cluster.createTopic("topic", partitions: 1)
            let producer = try Producer(["bootstrap.servers": cluster.bootstrapServers])
            try producer.send("topic", [7])
            try producer.flush(timeoutMilliseconds: 10_000)
            let consumer = try Consumer(["bootstrap.servers": cluster.bootstrapServers, "group.id": "group"])
            try consumer.assign([Assignment(TopicPartition("topic", 0), from: .beginning)])
            consumer.pollWakeup.ring()
            return try consumer.records(1).first?.value
        }
        #expect(record == [7])
    }

    @Test func `a ring after the end of the consumer does nothing`() async throws {
        try await onOwnThread {
            let cluster = try EmbeddedCluster()
            let wakeup = try Consumer(["bootstrap.servers": cluster.bootstrapServers, "group.id": "group"]).pollWakeup
            for _ in 0..<3 { wakeup.ring() }
        }
    }
}
